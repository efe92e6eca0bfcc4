import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readObjectFiles } from '../../scripts/schema/files.mjs'
import type { TextMutant } from './scenario'
import { scenarios } from './scenarios'

const root = join(__dirname, '../..')
const mutants = scenarios.flatMap(({ name, mutants }) =>
  (mutants as TextMutant[]).map((mutant) => ({ ...mutant, name: `${name}/${mutant.name}` })),
)
const texts = mutants.flatMap(({ name, texts = [] }) => texts.map((text) => ({ name, ...text })))
const functions = mutants.flatMap(({ name, fromFunction }) => (fromFunction ? [{ name, ...fromFunction }] : []))

// A guard whose text has changed meanwhile would end the full run of the mutants hours later.
test.each(texts)('the guard $name stands in $file', ({ file, find }) => {
  expect(readFileSync(join(root, file), 'utf8')).toMatch(find)
})

const files = readObjectFiles(root)

test.each(functions)('the guard $name stands in the file of $of', ({ of, guard }) => {
  const file = files.find(({ objects }) => objects.some(({ kind, name }) => kind === 'function' && name === of))
  expect(readFileSync(join(root, file!.path), 'utf8')).toMatch(guard)
})

const isWord = (given: string) => given.startsWith('-') || given === 'desktop' || steps.includes(given)
const steps = ['unit', 'integration', 'e2e', 'build']
const named = scenarios.flatMap(({ name, tests = [] }) =>
  tests.filter((given) => !isWord(given)).map((pattern) => ({ name, pattern })),
)
const testFiles = ['app', 'components', 'e2e', 'lib', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path)),
)

// A suite without a test would pass, and its mutants would seem caught.
test('each test that a suite names is there', () => {
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ pattern }) => !testFiles.some((file) => file.includes(pattern)))).toEqual([])
})

// A migration was applied, and its text may be another than that of the file in force.
test('no guard is looked for in a migration', () => {
  expect(texts.filter(({ file }) => file.startsWith('prisma/'))).toEqual([])
})

test.each(scenarios.map(({ name }) => name))('%s has a section of its own in docs/torture.md', (name) => {
  expect(readFileSync(join(root, 'docs/torture.md'), 'utf8')).toContain(`\n### \`${name}\`\n`)
})

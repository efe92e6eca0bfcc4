import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FOREIGN_WORDS } from './plain-words.mjs'

const markdownIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
const decisions = markdownIn('docs/decisions')
const documents = ['README.md', ...markdownIn('docs'), ...decisions]
// A page of results speaks of the tree of its day, so only its links are checked.
const pages = [...documents, ...markdownIn('docs/results')].map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
const anchorsOf = (text: string) => [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => slugOf(heading!))

const linksOf = ({ path, text }: (typeof pages)[number]) =>
  [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)/g)].map(([, file, anchor]) => ({
    from: path,
    anchor: anchor?.slice(1),
    to: file ? join(dirname(path), file) : path,
  }))

test('every relative link of a document leads to a file, and its anchor to a heading', () => {
  const links = pages.flatMap(linksOf)
  expect(links.length).toBeGreaterThan(50)
  const isBroken = ({ to, anchor }: (typeof links)[number]) =>
    !existsSync(to) || (anchor && !anchorsOf(readFileSync(to, 'utf8')).includes(anchor))
  expect(links.filter(isBroken)).toEqual([])
})

const OF_THE_TREE =
  /^(?:app|components|docs|e2e|findings|lib|messages|prisma|public|scripts|\.ci)\/[\w./[\]@-]*$|^[\w.-]+\.(?:mjs|mts|ts|md|json|yaml)$/

const pathsOf = ({ path, text }: (typeof pages)[number]) =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, code]) => code!.replace(/:\d+$/, ''))
    .filter((code) => code.includes('/') && OF_THE_TREE.test(code))
    .map((code) => ({ from: path, code }))

test('every path in backticks of README, docs and decisions exists', () => {
  const paths = pages.filter(({ path }) => documents.includes(path)).flatMap(pathsOf)
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter(({ code }) => !existsSync(code))).toEqual([])
})

test('README, docs and decisions are in plain English', () => {
  const matches = pages
    .filter(({ path }) => documents.includes(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => (FOREIGN_WORDS.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    )
  expect(matches).toEqual([])
})

test('the README has at most 130 lines, and each decision at most 40 under the three headings', () => {
  const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n')
  expect(linesOf('README.md').length).toBeLessThanOrEqual(130)
  const isOdd = (path: string) =>
    linesOf(path).length > 40 ||
    linesOf(path)
      .filter((line) => line.startsWith('## '))
      .join() !== '## Context,## Decision,## Consequences'
  expect(decisions.filter(isOdd)).toEqual([])
})

test('every npm script is listed in docs/commands.md', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const commands = readFileSync('docs/commands.md', 'utf8')
  const callOf = (name: string) => (name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`)
  const isListed = (name: string) => commands.includes(`\`${callOf(name)}\``) || commands.includes(`\`${callOf(name)} `)
  expect(Object.keys(scripts).filter((name) => !isListed(name))).toEqual([])
})

test('every variable of .env.example and lib/core/env.ts is listed in docs/configuration.md', () => {
  const example = [...readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)]
  const schema = [...readFileSync('lib/core/env.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)]
  const names = [...example, ...schema].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(60)
  const configuration = readFileSync('docs/configuration.md', 'utf8')
  expect(names.filter((name) => !configuration.includes(`\`${name}\``))).toEqual([])
})

test('every unit of docs/deploy starts a script of ours, and every timer has its unit', () => {
  const units = readdirSync('docs/deploy').filter((name) => /\.(?:service|timer)$/.test(name))
  const scripts = units.flatMap((name) =>
    [...readFileSync(join('docs/deploy', name), 'utf8').matchAll(/^ExecStart=\/usr\/bin\/node (\S+)/gm)].map(
      ([, script]) => script!,
    ),
  )
  expect(scripts).toHaveLength(6)
  expect(scripts.filter((script) => !existsSync(script))).toEqual([])
  const timers = units.filter((name) => name.endsWith('.timer'))
  expect(timers.filter((name) => !units.includes(name.replace('.timer', '.service')))).toEqual([])
})

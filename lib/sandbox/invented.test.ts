import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

const folder = 'lib/sandbox'

it('each shape that the platform does not describe is marked at its place and listed in docs/sandbox.md', () => {
  const marked = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => readFileSync(join(folder, name), 'utf8').includes('// Invented: '))
    .map((name) => `${folder}/${name.split(sep).join('/')}`)
  const listed = [...readFileSync('docs/sandbox.md', 'utf8').matchAll(/^- `(lib\/sandbox\/[^`]+)`/gm)]
  expect(listed.map(([, place]) => place)).toEqual(marked.toSorted())
})

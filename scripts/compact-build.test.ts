import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { compactBuild, inOneByte } from './compact-build.mjs'

test('a text in one byte says what it said, in strings, templates, patterns, names and JSON', () => {
  const program = [
    `"−1 … 😀 ç"`,
    `'a\\…b'`,
    `'a\\\\…b'`,
    '`${1}…`',
    `/[…–]/.test('–')`,
    `({ π: 3 }).π`,
    `JSON.parse('{"a":"…","b":"\\\\n−"}').b`,
  ]
  for (const line of program) {
    const narrow = inOneByte(line)
    expect(narrow).not.toMatch(/[^\0-\u00ff]/)
    expect(runInNewContext(narrow)).toEqual(runInNewContext(line))
  }
})

test('the same chunk under another name leads to the first, and only within its folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chunks-'))
  mkdirSync(join(folder, 'ssr'))
  const chunk = (name: string) => `module.exports=[1,a=>{a.r("…")}];\n\n//# sourceMappingURL=${name}.map`
  for (const name of ['a.js', 'b.js', 'ssr/a.js']) writeFileSync(join(folder, name), chunk(name))
  compactBuild(folder)
  expect(readFileSync(join(folder, 'a.js'), 'utf8')).toBe(chunk('a.js').replace('…', '\\u2026'))
  expect(readFileSync(join(folder, 'b.js'), 'utf8')).toBe('module.exports=require("./a.js")\n')
  expect(readFileSync(join(folder, 'ssr/a.js'), 'utf8')).toBe(chunk('ssr/a.js').replace('…', '\\u2026'))
  rmSync(folder, { recursive: true })
})

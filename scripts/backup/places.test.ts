import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveFolder, giveTree, readUnlinked } from './places.mjs'

const folder = mkdtempSync(join(tmpdir(), 'places-'))
const own = { uid: process.getuid!(), gid: process.getgid!() }
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a link that stands where a folder is given to the database’s user is refused, and what it names stays whose it was', () => {
  const [named, link] = [join(folder, 'named'), join(folder, 'link')]
  mkdirSync(named)
  symlinkSync(named, link)
  const before = statSync(named).ctimeMs
  expect(() => giveFolder(link, own)).toThrow(/is a link/)
  expect(statSync(named).ctimeMs).toBe(before)
  expect(() => giveFolder(named, own)).not.toThrow()
})

test('all that is in a folder is given with it, but nothing that a link in it names', () => {
  const [tree, away] = [join(folder, 'tree'), join(folder, 'away')]
  mkdirSync(join(tree, 'base'), { recursive: true })
  writeFileSync(join(tree, 'base/1'), '')
  writeFileSync(away, '')
  symlinkSync(away, join(tree, 'link'))
  const given = [tree, join(tree, 'base'), join(tree, 'base/1')]
  const changed = () => [...given, away].map((path) => statSync(path).ctimeMs)
  const before = changed()
  giveTree(tree, own)
  expect(changed().map((at, which) => at > before[which]!)).toEqual([true, true, true, false])
})

test('a link, a pipe or a folder that stands for the server’s own settings is refused by its name, and not read', () => {
  const at = (name: string) => join(folder, name)
  writeFileSync(at('secret'), 'for root alone')
  symlinkSync(at('secret'), at('linked.conf'))
  symlinkSync(at('nowhere'), at('dangling.conf'))
  spawnSync('mkfifo', [at('pipe.conf')])
  mkdirSync(at('folder.conf'))
  for (const name of ['linked.conf', 'dangling.conf', 'pipe.conf', 'folder.conf'])
    expect(() => readUnlinked(at(name))).toThrow(`${at(name)} is a link or no file at all: put the file itself there`)
  expect(readUnlinked(at('secret')).toString()).toBe('for root alone')
  expect(readUnlinked(at('none')).toString()).toBe('')
})

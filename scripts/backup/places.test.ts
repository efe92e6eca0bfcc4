import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveFile, giveFolder, giveTree, systemIdOf } from './places.mjs'

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

test('one file of a folder is given; a link there, or a second name of another file, is refused and stays whose it was', () => {
  const place = join(folder, 'archive')
  const wal = join(place, 'wal')
  mkdirSync(place)
  writeFileSync(wal, '')
  const before = statSync(wal).ctimeMs
  giveFile(place, 'wal', own)
  expect(statSync(wal).ctimeMs).toBeGreaterThan(before)
  const other = join(folder, 'other')
  writeFileSync(other, '')
  symlinkSync(other, join(place, 'link'))
  linkSync(other, join(place, 'second'))
  const untouched = statSync(other).ctimeMs
  for (const name of ['link', 'second'])
    expect(() => giveFile(place, name, { uid: own.uid + 1, gid: own.gid })).toThrow(`${join(place, name)} is a link`)
  expect(statSync(other).ctimeMs).toBe(untouched)
})

test('a database is known by what its own control file begins with, not by what a link there names', () => {
  const control = join(folder, 'database/global/pg_control')
  mkdirSync(join(folder, 'database/global'), { recursive: true })
  expect(() => systemIdOf(join(folder, 'database'))).toThrow('it has no global/pg_control')
  writeFileSync(control, Buffer.from('0100000000000000ff', 'hex'))
  expect(systemIdOf(join(folder, 'database'))).toBe('1')
  renameSync(control, join(folder, 'control'))
  symlinkSync(join(folder, 'control'), control)
  expect(() => systemIdOf(join(folder, 'database'))).toThrow(`${control} is a link`)
})

import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveFolder } from './places.mjs'

const folder = mkdtempSync(join(tmpdir(), 'places-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a link that stands where a folder is given to the database’s user is refused, and what it names stays whose it was', () => {
  const [named, link] = [join(folder, 'named'), join(folder, 'link')]
  mkdirSync(named)
  symlinkSync(named, link)
  const own = { uid: process.getuid!(), gid: process.getgid!() }
  const before = statSync(named).ctimeMs
  expect(() => giveFolder(link, own)).toThrow(/is a link/)
  expect(statSync(named).ctimeMs).toBe(before)
  expect(() => giveFolder(named, own)).not.toThrow()
})

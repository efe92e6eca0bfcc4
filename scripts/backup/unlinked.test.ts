import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readUnlinked } from './unlinked.mjs'
import { onlyWhere } from '@/lib/testing/harnesses/left-out'

const folder = mkdtempSync(join(tmpdir(), 'unlinked-'))
const at = (name: string) => join(folder, name)
const secret = at('secret')
beforeAll(() => writeFileSync(secret, 'for root alone', { mode: 0o600 }))
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const onLinux = onlyWhere(process.platform === 'linux', 'read in /proc, which only Linux has')

test('a link, a second name, a pipe or a folder that stands for a file is refused by its name, and not read', () => {
  const place = at('refused')
  mkdirSync(join(place, 'folder.conf'), { recursive: true })
  symlinkSync(secret, join(place, 'linked.conf'))
  symlinkSync(at('nowhere'), join(place, 'dangling.conf'))
  writeFileSync(at('other'), 'for root alone')
  linkSync(at('other'), join(place, 'second.conf'))
  spawnSync('mkfifo', [join(place, 'pipe.conf')])
  for (const name of ['linked.conf', 'dangling.conf', 'second.conf', 'pipe.conf', 'folder.conf'])
    expect(() => readUnlinked(place, name)).toThrow(
      `${join(place, name)} is a link, has a second name or is no file at all: put the file itself there`,
    )
})

test('a file is read to its end or to where it is asked for, and one that is not there is nothing', () => {
  expect(readUnlinked(folder, 'secret')?.toString()).toBe('for root alone')
  expect(readUnlinked(folder, 'secret', 3)?.toString()).toBe('for')
  writeFileSync(at('empty'), '')
  expect(readUnlinked(folder, 'empty')?.toString()).toBe('')
  for (const [place, name] of [
    [folder, 'none'],
    [folder, 'none/either'],
    [at('nowhere'), 'secret'],
  ] as const)
    expect(readUnlinked(place, name)).toBeNull()
})

test('the folder itself may be reached by a link: only another user than its own can change that link', () => {
  mkdirSync(at('real'))
  writeFileSync(at('real/PG_VERSION'), '18')
  symlinkSync(at('real'), at('elsewhere'))
  expect(readUnlinked(at('elsewhere'), 'PG_VERSION')?.toString()).toBe('18')
})

test('a link that stands for a folder on the way is not followed', onLinux, () => {
  const place = at('swapped')
  mkdirSync(place)
  symlinkSync(folder, join(place, 'global'))
  expect(() => readUnlinked(place, 'global/secret')).toThrow(`${join(place, 'global/secret')} is a link`)
})

test('a file renamed or removed while it is read is looked up again, as PostgreSQL replaces its files', onLinux, () => {
  const look = fs.readlinkSync
  const meanwhile = (change: () => void) => {
    vi.spyOn(fs, 'readlinkSync').mockImplementationOnce(((path: string) => {
      change()
      return look(path)
    }) as typeof look)
    // Modules that import the function by its name have the replaced one from here on.
    syncBuiltinESMExports()
  }
  const map = at('pg_filenode.map')
  writeFileSync(map, 'before')
  meanwhile(() => {
    writeFileSync(`${map}.tmp`, 'after')
    renameSync(`${map}.tmp`, map)
  })
  expect(readUnlinked(folder, 'pg_filenode.map')?.toString()).toBe('after')
  meanwhile(() => rmSync(map))
  expect(readUnlinked(folder, 'pg_filenode.map')).toBeNull()
})

import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findWarning, watchBackups } from './watch.mjs'

const folder = mkdtempSync(join(tmpdir(), 'watch-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('databases set aside by restores two weeks ago are named, with the command that removes them; younger ones may still be wanted', async () => {
  chmodSync(folder, 0o711)
  const before = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().replace(/[-:]|\.\d+/g, '')
  const look = () => findWarning({ data: { folder, secrets: { instance: 'watch' } }, port: 1, isPublic: false })
  mkdirSync(join(folder, `postgres.before-${before(13)}`))
  mkdirSync(join(folder, 'postgres.before-the-party'))
  expect(await look()).toBeNull()
  const old = ['audit', 'postgres', 'secrets.json'].map((name) => join(folder, `${name}.before-${before(15)}`))
  old.forEach((path) => mkdirSync(path))
  expect(await look()).toMatch(`rm -r ${old.join(' ')}`)
})

test('a warning is said once, and a check that fails does not say that all is in order', async () => {
  const checks = [null, 'WARNING: old', new Error('away'), 'WARNING: old', null, null]
  const said: string[] = []
  const find = async () => {
    const found = checks.shift()
    if (found instanceof Error) throw found
    return found
  }
  await watchBackups({
    find,
    everyMs: 0,
    isStopping: () => checks.length === 0,
    say: (line: string) => said.push(line),
  })
  expect(said).toEqual(['WARNING: old', 'backups are in order again'])
})

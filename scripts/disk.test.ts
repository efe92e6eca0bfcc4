import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const run = (program: string) => {
  const args = ['--input-type=module', '-e', `import * as disk from './scripts/disk.mjs'\n${program}`]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.trim()
}

test('WAL takes an eighth of the free space and never more than PostgreSQL itself would', () => {
  const sizes = run(`for (const free of [100_000, 4096, 200]) console.log(disk.walSettings('/', free).max_wal_size)`)
  expect(sizes.split('\n')).toEqual(['1024MB', '512MB', '96MB'])
})

test('space for a recovery is put by while there is enough, and given back to the start that finds a full disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'))
  const file = join(folder, 'room-for-recovery')
  const keep = (free: number) => run(`disk.keepRecoveryRoom(${JSON.stringify(folder)}, ${free})`)
  keep(1000)
  expect(existsSync(file)).toBe(false)
  keep(5000)
  expect(statSync(file).size).toBe(64 * 1_048_576)
  keep(500)
  expect(existsSync(file)).toBe(true)
  keep(10)
  expect(existsSync(file)).toBe(false)
  rmSync(folder, { recursive: true })
})

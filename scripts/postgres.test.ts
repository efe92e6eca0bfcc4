import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

test('no empty database is made where a restore left the one that was there beside its place', () => {
  const folder = mkdtempSync(join(tmpdir(), 'half-restored-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'postgres.before-20261123T120000Z'))
  const program = `
    import { startPostgres } from './scripts/postgres.mjs'
    await startPostgres({ folder: ${JSON.stringify(folder)}, secrets: { instance: 'half-restored' } })`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(stderr).toContain('postgres.before-20261123T120000Z')
  expect(stderr).toContain('db:restore')
  expect(status).toBe(1)
  expect(existsSync(join(folder, 'postgres'))).toBe(false)
  rmSync(folder, { recursive: true })
})

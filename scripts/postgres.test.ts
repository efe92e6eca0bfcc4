import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

test('a link by the database’s user is not followed: neither for the version nor for the running process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linked-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'postgres'))
  const program = `
    import { writeFileSync } from 'node:fs'
    import { runsOn, startPostgres } from './scripts/postgres.mjs'
    const data = { folder: ${JSON.stringify(folder)}, secrets: { instance: 'linked' } }
    // A server is known by a command that names ${join(folder, 'postgres')}, as this one does.
    writeFileSync(${JSON.stringify(join(folder, 'secret'))}, process.pid + '\\nfor root alone')
    console.log(runsOn(data) ? 'it runs' : 'nothing runs')
    await startPostgres(data)`
  for (const name of ['PG_VERSION', 'postmaster.pid'])
    symlinkSync(join(folder, 'secret'), join(folder, 'postgres', name))
  const args = ['--input-type=module', '-e', program]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stdout).toBe('nothing runs\n')
  expect(stderr).toContain(`${join(folder, 'postgres/PG_VERSION')} is a link`)
  expect(stderr).not.toContain('for root alone')
  expect(status).toBe(1)
  rmSync(folder, { recursive: true })
})

test('the files of a living server that this process does not see, as in another container, are not removed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'elsewhere-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres/PG_VERSION'), '18')
  writeFileSync(join(folder, 'postgres/postmaster.pid'), `${2 ** 30}`)
  const program = `
    import { lockFile } from './scripts/file-lock.mjs'
    import { startPostgres } from './scripts/postgres.mjs'
    lockFile(${JSON.stringify(join(folder, 'postgres.lock'))})
    await startPostgres({ folder: ${JSON.stringify(folder)}, secrets: { instance: 'elsewhere' }, readyWithinMs: 500 })`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(stderr).toContain('another container')
  expect(status).toBe(1)
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(true)
  rmSync(folder, { recursive: true })
})

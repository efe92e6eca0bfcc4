import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

test('a database that was started while another one was restored is not put aside under its server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'put-in-place-'))
  const [place, draft, backups] = [join(folder, 'postgres'), join(folder, 'draft'), join(folder, 'backups')]
  const archive = join(backups, 'wal-1')
  for (const made of [place, join(draft, 'postgres/pg_wal'), archive]) mkdirSync(made, { recursive: true })
  for (const entered of [folder, draft, archive]) chmodSync(entered, 0o777)
  writeFileSync(join(draft, 'postgres/pg_wal/00000002.history'), '')
  const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', place])
  writeFileSync(join(place, 'postmaster.pid'), `${server.pid}\n`)
  const of = (there: string) => ({ folder: there, secrets: { instance: 'put-in-place' } })
  const options = { data: of(folder), draft: of(draft), backups, archive, to: null, given: null }
  const program = `
    import { putInPlace } from './scripts/backup/put-in-place.mjs'
    await putInPlace(${JSON.stringify(options)})`
  try {
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    expect(stderr).toContain(`PostgreSQL runs on ${place}: stop it first`)
    expect(existsSync(join(place, 'postmaster.pid'))).toBe(true)
    expect(readdirSync(folder).filter((name) => name.includes('.before-'))).toEqual([])
    // A branch of the WAL that never came to be would lead later recoveries astray.
    expect(readdirSync(archive)).toEqual([])
  } finally {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  }
})

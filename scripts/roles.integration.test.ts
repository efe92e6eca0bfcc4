import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

test('the SQL that an administrator is to run tells no password, whatever stands in it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'roles-'))
  chmodSync(folder, 0o711)
  const passwords = { app: "back\\slash'secret", worker: 'two\nlines-secret', sandbox: 'plain-secret' }
  const program = `
    import { startPostgres, stopPostgres } from './scripts/postgres.mjs'
    import { prepareForeignServer, withClient } from './scripts/roles.mjs'
    const data = { folder: ${JSON.stringify(folder)}, secrets: { instance: 'roles', databaseAdminPassword: 'admin' } }
    const { port } = await startPostgres({ ...data, port: 54_818 })
    const url = (role, password) => 'postgresql://' + role + ':' + encodeURIComponent(password) + '@127.0.0.1:' + port + '/postgres'
    const { app, worker, sandbox } = ${JSON.stringify(passwords)}
    try {
      await withClient({ connectionString: url('postgres', 'admin') }, (client) => client.query("create role keeper login password 'keeper'"))
      await prepareForeignServer({
        ownerUrl: url('keeper', 'keeper'),
        appUrl: url('mascate_app', app),
        workerUrl: url('mascate_worker', worker),
        sandboxUrl: url('mascate_sandbox', sandbox),
      })
    } catch (error) {
      console.log(error.message)
    } finally {
      await stopPostgres(data)
    }`
  const asked = ['--input-type=module', '-e', program]
  const { stdout, stderr } = spawnSync(process.execPath, asked, { encoding: 'utf8', env: process.env })
  rmSync(folder, { recursive: true, force: true })
  expect(stderr).toBe('')
  for (const role of ['app', 'worker', 'sandbox'])
    expect(stdout).toContain(`  create role mascate_${role} login password '…';\n`)
  expect(stdout).toContain('grant mascate_worker to "keeper"')
  expect(stdout).not.toContain('secret')
})

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
    }
    try {
      const { splitStatements } = await import('./scripts/schema/statements.mjs')
      const { readFileSync } = await import('node:fs')
      const making = splitStatements(readFileSync('prisma/migrations/0_baseline/migration.sql', 'utf8'))[1].sql
      await withClient({ connectionString: url('postgres', 'admin') }, async (client) => {
        await client.query("create role other login createrole password 'other'")
        await client.query('create database theirs owner other')
      })
      const theirs = (...of) => url(...of).replace('/postgres', '/theirs').replace('//postgres', '//')
      await withClient({ connectionString: theirs('other', 'other') }, (client) => client.query(making))
      for (const times of [1, 2])
        await prepareForeignServer({
          ownerUrl: theirs('other', 'other'),
          appUrl: theirs('mascate_app', app),
          workerUrl: theirs('mascate_worker', worker),
        })
      for (const [role, password] of [['mascate_app', app], ['mascate_worker', worker]])
        await withClient({ connectionString: theirs(role, password) }, async (client) =>
          console.log((await client.query("select current_user || ' ' || current_setting('statement_timeout') as who")).rows[0].who))
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
  // What plain "prisma migrate deploy" had to make gets its password and its limits at the first start.
  expect(stdout).toContain('mascate_app 5s\nmascate_worker 5min\n')
})

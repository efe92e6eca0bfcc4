import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const passwords = { app: "back\\slash'secret", worker: 'two\nlines-secret', sandbox: 'plain-secret' }

/** What is told on a server that somebody else keeps: without roles, with roles of another zone, and with good ones. */
let told: { without: string; elsewhere: string; ready: string; temporary: Record<string, boolean> }

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'roles-'))
  chmodSync(folder, 0o711)
  const program = `
    import { startPostgres, stopPostgres } from './scripts/postgres.mjs'
    import { prepareForeignServer, withClient } from './scripts/roles.mjs'
    const data = { folder: ${JSON.stringify(folder)}, secrets: { instance: 'roles', databaseAdminPassword: 'admin' } }
    const { port } = await startPostgres({ ...data, port: 54_818 })
    const url = (role, password, database) =>
      'postgresql://' + role + ':' + encodeURIComponent(password) + '@127.0.0.1:' + port + '/' + database
    const passwords = ${JSON.stringify(passwords)}
    const names = Object.keys(passwords)
    const asAdmin = (list) =>
      withClient({ connectionString: url('postgres', 'admin', 'postgres') }, async (client) => {
        for (const statement of list(client)) await client.query(statement)
      })
    const prepare = async () => {
      const [appUrl, workerUrl, sandboxUrl] = names.map((name) => url('mascate_' + name, passwords[name], 'theirs'))
      try {
        await prepareForeignServer({ ownerUrl: url('keeper', 'keeper', 'theirs'), appUrl, workerUrl, sandboxUrl })
        return 'ready'
      } catch (error) {
        return error.message
      }
    }
    try {
      await asAdmin(() => ["create role keeper login password 'keeper'", 'create database theirs owner keeper'])
      const without = await prepare()
      await asAdmin((client) => [
        ...names.map((name) => 'create role mascate_' + name + ' login password ' + client.escapeLiteral(passwords[name])),
        ...names.map((name) => 'alter role mascate_' + name + " set timezone = 'UTC'"),
        'grant mascate_worker, mascate_sandbox to keeper',
        "alter role mascate_app set timezone = 'America/Sao_Paulo'",
      ])
      const elsewhere = await prepare()
      await asAdmin(() => ["alter role mascate_app set timezone = 'UTC'"])
      const ready = await prepare()
      const temporary = await withClient({ connectionString: url('keeper', 'keeper', 'theirs') }, async (client) => {
        const { rows } = await client.query(
          "select rolname, has_database_privilege(rolname, 'theirs', 'temp') as may from pg_roles where rolname like 'mascate_%'")
        return Object.fromEntries(rows.map(({ rolname, may }) => [rolname, may]))
      })
      console.log(JSON.stringify({ without, elsewhere, ready, temporary }))
    } finally {
      await stopPostgres(data)
    }`
  const asked = ['--input-type=module', '-e', program]
  const { stdout, stderr } = spawnSync(process.execPath, asked, { encoding: 'utf8', env: process.env })
  rmSync(folder, { recursive: true, force: true })
  expect(stderr).toBe('')
  told = JSON.parse(stdout) as typeof told
})

test('the SQL that an administrator is to run tells no password, whatever stands in it', () => {
  for (const role of ['app', 'worker', 'sandbox'])
    expect(told.without).toContain(`  create role mascate_${role} login password '…';\n`)
  expect(told.without).toContain('grant mascate_worker to "keeper"')
  expect(told.without).not.toContain('secret')
})

test('a role that speaks another time than UTC is refused with what to run', () => {
  expect(told.elsewhere).toContain('mascate_app speaks the time of America/Sao_Paulo')
  expect(told.elsewhere).toContain(`alter role "mascate_app" set timezone = 'UTC';`)
  expect(told.ready).toBe('ready')
})

test('no role but the stand-in’s may make temporary tables', () => {
  expect(told.temporary).toEqual({ mascate_app: false, mascate_worker: false, mascate_sandbox: true })
})

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const passwords = { app: "back\\slash'secret", worker: 'two\nlines-secret', sandbox: 'plain-secret' }

/** The output on a server of somebody else's: without roles, with roles of another zone, and with good ones. */
let result: { without: string; limits: string[]; elsewhere: string; ready: string; temporary: Record<string, boolean> }

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'roles-'))
  chmodSync(folder, 0o711)
  const program = `
    import { readFileSync } from 'node:fs'
    import { startPostgres, stopPostgres } from './scripts/postgres.mjs'
    import { prepareExternalServer, withClient } from './scripts/roles.mjs'
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
        await prepareExternalServer({ ownerUrl: url('keeper', 'keeper', 'theirs'), appUrl, workerUrl, sandboxUrl })
        return 'ready'
      } catch (error) {
        return error.message
      }
    }
    try {
      await asAdmin(() => ["create role keeper login password 'keeper'", 'create database theirs owner keeper'])
      const without = await prepare()
      // Plain "prisma migrate deploy" makes the roles that it grants to, without passwords.
      const { splitStatements } = await import('./scripts/schema/statements.mjs')
      const making = splitStatements(readFileSync('prisma/migrations/0_baseline/migration.sql', 'utf8'))[1].sql
      await asAdmin(() => ["create role other login createrole password 'other'", 'create database bare owner other'])
      const ownerUrl = url('other', 'other', 'bare')
      await withClient({ connectionString: ownerUrl }, (client) => client.query(making))
      const [appUrl, workerUrl] = ['app', 'worker'].map((name) => url('mascate_' + name, passwords[name], 'bare'))
      for (const times of [1, 2]) await prepareExternalServer({ ownerUrl, appUrl, workerUrl })
      const limits = await Promise.all([appUrl, workerUrl].map((connectionString) =>
        withClient({ connectionString }, async (client) => (await client.query('show statement_timeout')).rows[0].statement_timeout)))
      await asAdmin((client) => [
        'create role mascate_sandbox login password ' + client.escapeLiteral(passwords.sandbox),
        "alter role mascate_sandbox set timezone = 'UTC'",
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
      console.log(JSON.stringify({ without, limits, elsewhere, ready, temporary }))
    } finally {
      await stopPostgres(data)
    }`
  const args = ['--input-type=module', '-e', program]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: process.env })
  rmSync(folder, { recursive: true, force: true })
  expect(stderr).toBe('')
  result = JSON.parse(stdout) as typeof result
})

test('the SQL that an administrator is to run tells no password, whatever stands in it', () => {
  for (const role of ['app', 'worker', 'sandbox'])
    expect(result.without).toContain(`  create role mascate_${role} login password '…';\n`)
  expect(result.without).toContain('grant mascate_worker to "keeper"')
  expect(result.without).not.toContain('secret')
})

test('roles that plain "prisma migrate deploy" had to make get their passwords and limits at the first start', () => {
  expect(result.limits).toEqual(['5s', '5min'])
})

test('a role that speaks another time than UTC is refused with what to run', () => {
  expect(result.elsewhere).toContain('mascate_app speaks the time of America/Sao_Paulo')
  expect(result.elsewhere).toContain(`alter role "mascate_app" set timezone = 'UTC';`)
  expect(result.ready).toBe('ready')
})

test('no role but the sandbox’s may make temporary tables', () => {
  expect(result.temporary).toEqual({ mascate_app: false, mascate_worker: false, mascate_sandbox: true })
})

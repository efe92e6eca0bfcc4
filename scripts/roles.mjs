import { createRequire } from 'node:module'

// Not by an import, which would be looked for before check-installed.mjs has its say.
const pg = createRequire(import.meta.url)('pg')

export const DATABASE_NAME = 'mascate'

// Pages and jobs ask for little at a time, many at once: starting helpers for a statement, or compiling it, takes longer than it does.
const plain = { jit: 'off', max_parallel_workers_per_gather: '0' }

const limits = {
  mascate_owner: { timezone: 'UTC' },
  mascate_app: {
    timezone: 'UTC',
    ...plain,
    statement_timeout: '5s',
    lock_timeout: '3s',
    idle_in_transaction_session_timeout: '10s',
  },
  mascate_worker: {
    timezone: 'UTC',
    ...plain,
    statement_timeout: '5min',
    lock_timeout: '10s',
    idle_in_transaction_session_timeout: '60s',
  },
  mascate_sandbox: {
    timezone: 'UTC',
    search_path: 'shopee_sandbox',
    statement_timeout: '5min',
    lock_timeout: '10s',
    idle_in_transaction_session_timeout: '60s',
  },
}

export function databaseUrls({ port, secrets, database = DATABASE_NAME }) {
  const url = (role, password) => `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`
  return {
    DATABASE_URL: url('mascate_app', secrets.databaseAppPassword),
    DATABASE_OWNER_URL: url('mascate_owner', secrets.databaseOwnerPassword),
    DATABASE_WORKER_URL: url('mascate_worker', secrets.databaseWorkerPassword),
    DATABASE_SANDBOX_URL: url('mascate_sandbox', secrets.databaseSandboxPassword),
  }
}

/** Roles, their limits and the database, on the server of our own. */
export async function prepareOwnServer({ port, secrets, database = DATABASE_NAME }) {
  const admin = { host: '127.0.0.1', port, user: 'postgres', password: secrets.databaseAdminPassword }
  await withClient({ ...admin, database: 'postgres' }, async (client) => {
    const passwords = {
      mascate_owner: secrets.databaseOwnerPassword,
      mascate_app: secrets.databaseAppPassword,
      mascate_worker: secrets.databaseWorkerPassword,
      mascate_sandbox: secrets.databaseSandboxPassword,
    }
    const { rows } = await client.query('select rolname from pg_roles where rolname = any($1)', [
      Object.keys(passwords),
    ])
    if (rows.length < Object.keys(passwords).length) {
      for (const [role, password] of Object.entries(passwords)) {
        if (rows.some(({ rolname }) => rolname === role)) continue
        const rights = role === 'mascate_owner' ? 'createdb' : 'nocreatedb'
        await client.query(`create role ${role} login ${rights} password ${client.escapeLiteral(password)}`)
      }
      await client.query('grant mascate_worker, mascate_sandbox to mascate_owner')
    }
    await client.query(Object.keys(limits).flatMap(limitStatements).join(';'))
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(database)} owner mascate_owner`)
  })
  const { DATABASE_OWNER_URL } = databaseUrls({ port, secrets, database })
  await withClient({ connectionString: DATABASE_OWNER_URL }, keepTemporaryTables)
  await prepareJobSchema(DATABASE_OWNER_URL)
  await prepareSandboxSchema(DATABASE_OWNER_URL)
}

/** Every role may fill a database with temporary tables by default; the sandbox alone makes some. */
async function keepTemporaryTables(client) {
  const { rows } = await client.query(
    `select current_database() as name, exists (select from pg_roles where rolname = 'mascate_sandbox') as sandbox`,
  )
  const [{ name, sandbox }] = rows
  const database = client.escapeIdentifier(name)
  await client.query(`revoke temporary on database ${database} from public`)
  if (sandbox) await client.query(`grant temporary on database ${database} to mascate_sandbox`)
}

/** Days are cut in UTC by statements that say no zone: a role that speaks another one would cut them elsewhere. */
async function requireUtc(urls) {
  for (const url of urls) {
    const zone = await withClient({ connectionString: url }, async (client) => {
      const { rows } = await client.query("select current_setting('TimeZone') as zone")
      return rows[0].zone
    }).catch((error) => {
      // A command that needs this role reports that itself; not every command does.
      if (error.code === '28P01') return 'UTC'
      throw error
    })
    if (['UTC', 'Etc/UTC', 'GMT'].includes(zone)) continue
    const role = decodeURIComponent(new URL(url).username)
    throw new Error(
      `The role ${role} speaks the time of ${zone}, by which days would be cut. As an administrator run\n` +
        `  alter role "${role}" set timezone = 'UTC';\nthen start again.`,
    )
  }
}

const limitStatements = (role) =>
  Object.entries(limits[role]).map(([name, value]) => `alter role ${role} set ${name} = '${value}'`)

/** graphile-worker's schema belongs to the worker's role, which may create no schema itself. */
export async function prepareJobSchema(ownerUrl) {
  await withClient({ connectionString: ownerUrl }, (client) =>
    client.query(`
      set client_min_messages = warning;
      create schema if not exists graphile_worker authorization mascate_worker;
      create table if not exists graphile_worker.migrations (
        id int primary key, ts timestamptz not null default now(), breaking boolean not null default false);
      alter table graphile_worker.migrations owner to mascate_worker`),
  )
}

/** The schema of the sandbox, which is all that its role may touch. */
export async function prepareSandboxSchema(ownerUrl) {
  await withClient({ connectionString: ownerUrl }, (client) =>
    client.query(`
      set client_min_messages = warning;
      create schema if not exists shopee_sandbox authorization mascate_sandbox`),
  )
}

/** As prisma/migrations/0_baseline says of the roles that it had to make. */
const WITHOUT_PASSWORD = 'Made by 0_baseline, without a password.'

/** A server of somebody else's: its roles are made if the owner may, else the SQL to run is printed. */
export async function prepareExternalServer({ ownerUrl, appUrl, workerUrl, sandboxUrl }) {
  const wanted = { mascate_app: new URL(appUrl), mascate_worker: new URL(workerUrl) }
  if (sandboxUrl) wanted.mascate_sandbox = new URL(sandboxUrl)
  for (const [role, url] of Object.entries(wanted))
    if (decodeURIComponent(url.username) !== role)
      throw new Error(`The address of ${role} names the user "${url.username}": the migrations grant to ${role}.`)
  await createDatabaseIfMissing(ownerUrl)
  await withClient({ connectionString: ownerUrl }, async (client) => {
    const { rows } = await client.query(
      `select rolname, pg_has_role(current_user, rolname, 'member') as member, shobj_description(oid, 'pg_authid') = '${WITHOUT_PASSWORD}' as bare
       from pg_roles where rolname = any($1)`,
      [Object.keys(wanted)],
    )
    const statements = []
    for (const [role, url] of Object.entries(wanted)) {
      const known = rows.find(({ rolname }) => rolname === role)
      if (known && !known.bare) continue
      const password = client.escapeLiteral(decodeURIComponent(url.password))
      statements.push(`${known ? 'alter' : 'create'} role ${role} login password ${password}`, ...limitStatements(role))
      if (known) statements.push(`comment on role ${role} is null`)
    }
    for (const role of Object.keys(wanted))
      if (role !== 'mascate_app' && !rows.some(({ rolname, member }) => rolname === role && member))
        statements.push(`grant ${role} to current_user`)
    if (statements.length === 0) return
    try {
      await client.query(statements.join(';'))
    } catch (error) {
      const owner = client.escapeIdentifier(client.user)
      const sql = statements.map(
        (line) => `  ${line.replace('current_user', owner).replace(/ password [^]*/, " password '…'")};`,
      )
      throw new Error(
        `The database lacks roles, and its owner may not make them (${error.message}). As an administrator run\n` +
          `${sql.join('\n')}\nwith the passwords of ${passwordSources(wanted)}, then start again.`,
      )
    }
  })
  await requireUtc([ownerUrl, appUrl, workerUrl, ...(sandboxUrl ? [sandboxUrl] : [])])
  await withClient({ connectionString: ownerUrl }, keepTemporaryTables)
  await prepareJobSchema(ownerUrl)
  if (sandboxUrl) await prepareSandboxSchema(ownerUrl)
}

const passwordSources = ({ mascate_sandbox: sandbox }) =>
  sandbox ? 'DATABASE_URL, DATABASE_WORKER_URL and DATABASE_SANDBOX_URL' : 'DATABASE_URL and DATABASE_WORKER_URL'

async function createDatabaseIfMissing(ownerUrl) {
  try {
    await withClient({ connectionString: ownerUrl }, async () => {})
  } catch (error) {
    if (error.code !== '3D000') throw new Error(`The database cannot be reached: ${error.message}`)
    const url = new URL(ownerUrl)
    const name = decodeURIComponent(url.pathname.slice(1))
    url.pathname = '/postgres'
    await withClient({ connectionString: url.toString() }, (client) =>
      client.query(`create database ${client.escapeIdentifier(name)}`),
    )
  }
}

export async function withClient(config, work) {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...config })
  // Without a listener a connection that breaks between two statements would end the whole program.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

import { randomBytes } from 'node:crypto'
import Module, { createRequire } from 'node:module'
import pg from 'pg'
import { listPools } from '@/lib/core/database/database-reach'
import { threadRest } from '@/lib/core/process/kept-thread'
import { hashing } from '@/lib/identity/auth/password'
import { keepConnections, leaveWorker, testServer, withOwner } from './database'
import * as nextHeaders from '../fakes/next-headers'

type Lane = { admin: pg.Client; seeded: string[] }
const shared = globalThis as Record<string, unknown> & { mascateEnvironment?: NodeJS.ProcessEnv; mascateLane?: Lane }
// The product's keys on globalThis; its connections are kept, since they have cached the tables.
const OF_THE_PRODUCT = ['mascateMigrated', 'mascateStopping', 'mascateMetrics']

const WRITTEN = `
  select format('%I.%I', nspname, relname) as name, pg_relation_size(pg_class.oid) > 500000 as large
  from pg_class join pg_namespace n on n.oid = relnamespace
  where relkind = 'r' and nspname in ('public', 'graphile_worker', 'shopee_sandbox') and pg_relation_size(pg_class.oid) > 0`
const DISABLED = `
  select format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as statement
  from pg_trigger where tgenabled = 'D'`
// The sandbox's tables stay: created or dropped ones make every connection load the catalogue and plan its statements again.
const RESTARTED = `
  select setval(seqrelid, seqstart, false)
  from pg_sequence join pg_class on pg_class.oid = seqrelid where relnamespace = 'shopee_sandbox'::regnamespace`
type Written = { name: string; large: boolean }
const listWritten = async (admin: pg.Client) => (await admin.query<Written>(WRITTEN)).rows

/** The database of this process: a copy of the template, which the files that it runs use one after the other. */
async function createDatabase(environment: NodeJS.ProcessEnv): Promise<Lane> {
  const { template, ADMIN_URL, DATABASE_URL, DATABASE_WORKER_URL } = testServer()
  const name = `test_${Date.now()}_${process.env.TEST_RUN}_${randomBytes(4).toString('hex')}`
  await withOwner((owner) => owner.query(`create database ${name} template ${template} strategy file_copy`), 'mascate')
  const on = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).toString()
  const own = {
    DATABASE_URL: on(DATABASE_URL),
    TEST_DATABASE_WORKER_URL: on(DATABASE_WORKER_URL),
    TEST_DATABASE_NAME: name,
  }
  Object.assign(environment, own)
  Object.assign(process.env, own)
  keepConnections()
  const admin = new pg.Client({ connectionString: on(ADMIN_URL) })
  admin.on('error', () => {})
  await admin.connect()
  // Rows are removed as they stand: no trigger, no foreign key, no policy has a say.
  await admin.query('set session_replication_role = replica')
  return { admin, seeded: (await listWritten(admin)).map(({ name }) => name) }
}

/** Every row that the file before wrote goes. A truncated table has to be learned again by each connection: only the large ones are. */
async function emptyDatabase({ admin, seeded }: Lane) {
  const written = (await listWritten(admin)).filter(({ name }) => !seeded.includes(name))
  const { rows: disabled } = await admin.query<{ statement: string }>(DISABLED)
  const statements = [
    ...written.map(({ name, large }) => (large ? `truncate ${name} cascade` : `delete from ${name}`)),
    ...disabled.map(({ statement }) => statement),
  ]
  await admin.query([...statements, RESTARTED].join(';'))
}

// next-auth asks Next for the request by itself.
const require = createRequire(import.meta.url)
const path = require.resolve('next/headers')
require.cache[path] = Object.assign(new Module(path), { exports: nextHeaders, loaded: true })

nextHeaders.clearRequest()
leaveWorker()
// The product's own connections stay as well: after ten idle seconds each would have to load the catalogue again.
for (const pool of listPools()) pool.options.idleTimeoutMillis = 0
// So do the threads that read files: to start one takes longer than most answers.
threadRest.ms = 3_600_000
// A password's true cost is asked for where it counts (lib/identity/auth/sign-in.integration.test.ts).
hashing.cost = { memoryCost: 64, timeCost: 1, parallelism: 1 }
for (const name of OF_THE_PRODUCT) delete shared[name]
if (shared.mascateLane) await emptyDatabase(shared.mascateLane)
else shared.mascateLane = await createDatabase(shared.mascateEnvironment!)

import { createHash } from 'node:crypto'
import pg from 'pg'
import { makeAdapter } from '@/lib/core/database/database-adapter'
import { PrismaClient } from '@/lib/generated/prisma/client'

type TestServer = Record<
  'template' | 'ADMIN_URL' | 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_WORKER_URL' | 'DATABASE_SANDBOX_URL',
  string
>

const MOST_OWNERS = 60
const CONNECTIONS = 4

export const testServer = () => JSON.parse(process.env.TEST_DATABASE!) as TestServer

export const testDatabaseName = () => process.env.TEST_DATABASE_NAME!

export const workerUrl = () => process.env.TEST_DATABASE_WORKER_URL!

/** The worker's connections for what a test lets the queue do. */
export const jobsPool = () => shared.mascateKept!.jobs

/** The sandbox's role, on this test's database. */
export const sandboxUrl = () =>
  Object.assign(new URL(testServer().DATABASE_SANDBOX_URL), { pathname: `/${testDatabaseName()}` }).toString()

const ownerUrl = (database: string) =>
  Object.assign(new URL(testServer().DATABASE_OWNER_URL), { pathname: `/${database}` }).toString()

type Kept = {
  database: string
  owners: pg.Pool
  planned: pg.Pool
  inspectors: pg.Pool
  jobs: pg.Pool
  worker?: PrismaClient
  atWork: Set<symbol>
  before?: PrismaClient
}
type Shared = { mascatePrisma?: PrismaClient; mascateKept?: Kept }
const shared = globalThis as Shared

/**
 * From now on what connects to this test's database stays connected until `closeKept`: a connection that is new has to learn the
 * catalogue of a hundred tables first. The owner's are given back as new.
 */
export function keepConnections(): void {
  const database = testDatabaseName()
  const owners = new pg.Pool({ connectionString: ownerUrl(database), max: MOST_OWNERS, idleTimeoutMillis: 0 })
  const options = '-c plan_cache_mode=force_generic_plan'
  const planned = new pg.Pool({ connectionString: ownerUrl(database), max: 1, idleTimeoutMillis: 0, options })
  const asWorkers = { options: '-c role=mascate_worker', max: MOST_OWNERS, idleTimeoutMillis: 0 }
  const inspectors = new pg.Pool({ connectionString: ownerUrl(database), ...asWorkers })
  const jobs = new pg.Pool({ connectionString: workerUrl(), max: CONNECTIONS, idleTimeoutMillis: 0 })
  // A test may end whatever is connected.
  for (const pool of [owners, planned, inspectors, jobs]) pool.on('error', () => {})
  // The queue's library wants to see that somebody listens to each.
  jobs.on('connect', () => {})
  shared.mascateKept = { database, owners, planned, inspectors, jobs, atWork: new Set() }
}

export async function closeKept(): Promise<void> {
  await shared.mascateKept?.worker?.$disconnect()
  await shared.mascateKept?.jobs.end()
  await shared.mascateKept?.inspectors.end()
  await shared.mascateKept?.planned.end()
  await shared.mascateKept?.owners.end()
}

/** As the owner, in one organization: a statement that stays planned, since to plan one of all tables takes longer than to run it. */
export const queryPlanned = <T extends pg.QueryResultRow>(
  organizationId: string,
  text: string,
  values: unknown[],
): Promise<T[]> => withPlanned(organizationId, (query) => query<T>(text, values))

type PlannedQuery = <T extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<T[]>

/** The same for several, one after the other: each is committed by itself. Null: outside of all organizations, as far as a statement says so. */
export async function withPlanned<T>(
  organizationId: string | null,
  run: (query: PlannedQuery) => Promise<T>,
): Promise<T> {
  const kept = shared.mascateKept
  const within = async (owner: pg.ClientBase, isNamed: boolean) => {
    if (organizationId) await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    return run(async <R extends pg.QueryResultRow>(text: string, values: unknown[]) => {
      const name = isNamed ? createHash('md5').update(text).digest('hex') : undefined
      return (await owner.query<R>({ name, text, values })).rows
    })
  }
  // Without kept connections a statement is planned as it comes.
  if (!kept) return withOwner((owner) => within(owner, false))
  const owner = await kept.planned.connect()
  try {
    return await within(owner, true)
  } finally {
    owner.release()
  }
}

/** As the owner of the schema, who still sees no tenant's rows without `app.organization_id`. For what no product code may do. */
export async function withOwner<T>(
  run: (owner: pg.ClientBase) => Promise<T>,
  database = testDatabaseName(),
): Promise<T> {
  const kept = shared.mascateKept
  return kept?.database === database ? withKept(kept.owners, run) : withNew(database, run)
}

async function withKept<T>(owners: pg.Pool, run: (owner: pg.ClientBase) => Promise<T>): Promise<T> {
  const owner = await owners.connect()
  let isReusable = false
  try {
    const result = await run(owner)
    isReusable = await owner.query('DISCARD ALL').then(
      () => true,
      () => false,
    )
    return result
  } finally {
    owner.release(!isReusable)
  }
}

async function withNew<T>(database: string, run: (owner: pg.ClientBase) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl(database) })
  await owner.connect()
  try {
    return await run(owner)
  } finally {
    await owner.end()
  }
}

/** As the worker's role, seeing and changing the rows of one organization alone. One statement, which leaves nothing behind in its session. */
export async function inspect<T extends pg.QueryResultRow>(
  organizationId: string,
  sql: string,
  parameters: unknown[] = [],
): Promise<T[]> {
  const kept = shared.mascateKept
  const query = async (worker: pg.ClientBase) => {
    await worker.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    return (await worker.query<T>(sql, parameters)).rows
  }
  if (!kept)
    return withOwner(async (owner) => {
      await owner.query('set role mascate_worker')
      return query(owner)
    })
  const worker = await kept.inspectors.connect()
  let isReusable = false
  try {
    const rows = await query(worker)
    isReusable = true
    return rows
  } finally {
    worker.release(!isReusable)
  }
}

/** `run` uses lib/core/db on this database, under the role of the address. */
export async function throughUrl<T>(url: string, run: () => Promise<T>): Promise<T> {
  const before = shared.mascatePrisma
  const client = new PrismaClient({ adapter: makeAdapter(url, CONNECTIONS) })
  shared.mascatePrisma = client
  try {
    return await run()
  } finally {
    shared.mascatePrisma = before
    await client.$disconnect()
  }
}

/** `run` uses lib/core/db under the worker's role, as in the worker's own process. */
export async function asWorker<T>(run: () => Promise<T>): Promise<T> {
  const kept = shared.mascateKept
  if (!kept) return throughUrl(workerUrl(), run)
  kept.worker ??= new PrismaClient({ adapter: makeAdapter(workerUrl(), CONNECTIONS) })
  // Several may be at work at once, and the last to end need not be the last that began.
  const mine = Symbol('at work')
  if (kept.atWork.size === 0) kept.before = shared.mascatePrisma
  kept.atWork.add(mine)
  shared.mascatePrisma = kept.worker
  try {
    return await run()
  } finally {
    // Work that outlived its file ended for the others when the next one began.
    if (kept.atWork.delete(mine) && kept.atWork.size === 0) shared.mascatePrisma = kept.before
  }
}

/** A test that ran into its time limit leaves its work running: the next file is not under the worker's role because of it. */
export function leaveWorker(): void {
  const kept = shared.mascateKept
  if (!kept || kept.atWork.size === 0) return
  kept.atWork.clear()
  shared.mascatePrisma = kept.before
}

/** A change in one organization's rows that none of our roles may make. */
export const changeAsOwner = (organizationId: string, sql: string, parameters: unknown[] = []) =>
  withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query(sql, parameters)
  })

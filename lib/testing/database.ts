import pg from 'pg'
import { makeAdapter } from '../database-adapter'
import { PrismaClient } from '../generated/prisma/client'

type TestServer = Record<
  'template' | 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_WORKER_URL' | 'DATABASE_SANDBOX_URL',
  string
>

export const testServer = () => JSON.parse(process.env.TEST_DATABASE!) as TestServer

export const testDatabaseName = () => process.env.TEST_DATABASE_NAME!

export const workerUrl = () => process.env.TEST_DATABASE_WORKER_URL!

/** The role of the marketplace's stand-in, on this test's database. */
export const sandboxUrl = () =>
  Object.assign(new URL(testServer().DATABASE_SANDBOX_URL), { pathname: `/${testDatabaseName()}` }).toString()

/** As the owner of the schema, who still sees no tenant's rows without `app.organization_id`. For what no product code may do. */
export async function withOwner<T>(run: (owner: pg.Client) => Promise<T>, database = testDatabaseName()): Promise<T> {
  const url = new URL(testServer().DATABASE_OWNER_URL)
  url.pathname = `/${database}`
  const owner = new pg.Client({ connectionString: url.toString() })
  await owner.connect()
  try {
    return await run(owner)
  } finally {
    await owner.end()
  }
}

/** As the worker's role, seeing and changing the rows of one organization alone. */
export function inspect<T extends pg.QueryResultRow>(organizationId: string, sql: string, parameters: unknown[] = []) {
  return withOwner(async (owner) => {
    await owner.query('set role mascate_worker')
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    return (await owner.query<T>(sql, parameters)).rows
  })
}

/** What `run` does through lib/db goes to this database, under the role of the address. */
export async function throughUrl<T>(url: string, run: () => Promise<T>): Promise<T> {
  const shared = globalThis as { mascatePrisma?: PrismaClient }
  const before = shared.mascatePrisma
  const client = new PrismaClient({ adapter: makeAdapter(url, 4) })
  shared.mascatePrisma = client
  try {
    return await run()
  } finally {
    shared.mascatePrisma = before
    await client.$disconnect()
  }
}

/** What `run` does through lib/db runs under the worker's role, as in the worker's own process. */
export const asWorker = <T>(run: () => Promise<T>): Promise<T> => throughUrl(workerUrl(), run)

/** What no role of ours may do, in one organization's rows. */
export const changeAsOwner = (organizationId: string, sql: string, parameters: unknown[] = []) =>
  withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query(sql, parameters)
  })

import 'server-only'
import { beginPlainly, beginWith, makeAdapter } from './database/database-adapter'
import { isOvertaken } from './database/database-errors'
import { readRows } from './database/read-rows'
import { env } from './env'
import { UserError } from './errors'
import { Prisma, PrismaClient, type Role } from '@/lib/generated/prisma/client'

type Driver = { of: PrismaClient; adapter: ReturnType<ReturnType<typeof makeAdapter>['connect']> }
const shared = globalThis as { mascatePrisma?: PrismaClient; mascateDriver?: Driver }

function open(): PrismaClient {
  const adapter = makeAdapter(env().DATABASE_URL, 10)
  const client = new PrismaClient({ adapter })
  shared.mascateDriver = { of: client, adapter: adapter.connect() }
  return client
}
const client = () => (shared.mascatePrisma ??= open())

export type Db = Prisma.TransactionClient

/**
 * The acting user and organization. Made from the session (or by the worker from its job), never from a client's input.
 */
export type Actor = {
  organizationId: string
  userId: string | null
  sessionId?: string | null
  /** The access token that a program acts by. */
  tokenId?: string | null
  role: Role
  /** The legal entities that an accountant may read; null or absent: the whole company. */
  legalEntityIds?: string[] | null
  kind: 'person' | 'function' | 'sync' | 'assistant' | 'system'
  /** When, where that is not now: of a company that is made with a past. */
  at?: Date
  /** Set when the call carries an idempotency key; writeOnce then claims it. */
  request?: { route: string; key: string; bodyHash: Buffer }
}

// Longer than the database's own limits (5 s, 3 s, 10 s), so that those end a statement first: Prisma's end leaves it running.
const TRANSACTION = { maxWait: 10_000, timeout: 30_000 }
export const KEY_KEPT_HOURS = 24

/** Where a transaction looks: an organization, or only these of its legal entities. */
export type Scope = { organizationId: string; legalEntityIds?: string[] | null }

const entitiesOf = ({ legalEntityIds }: Scope) => (legalEntityIds ? `{${legalEntityIds.join()}}` : '')
const settingsOf = (scope: Scope) => ({
  'app.organization_id': scope.organizationId,
  'app.legal_entities': entitiesOf(scope),
})

type Manner = { timeoutMs?: number; isolationLevel?: Prisma.TransactionIsolationLevel }

/** The tenant's door: one transaction in which row-level security shows this organization alone, and of it no more than the scope names. */
export async function withOrganization<T>(
  scope: Scope,
  run: (db: Db) => Promise<T>,
  manner: number | Manner = {},
): Promise<T> {
  const { timeoutMs = TRANSACTION.timeout, isolationLevel } =
    typeof manner === 'number' ? { timeoutMs: manner } : manner
  return beginWith(settingsOf(scope), (assertBegun) =>
    client().$transaction(
      async (db) => {
        assertBegun()
        return run(db)
      },
      { ...TRANSACTION, timeout: timeoutMs, ...(isolationLevel && { isolationLevel }) },
    ),
  )
}

/** Thrown to undo, and carries what was found out. */
class Undone<T> extends Error {
  constructor(readonly found: T) {
    super('undone')
  }
}

/** As withOrganization, and each statement may take as long as the transaction where that is said; whatever was written is undone. */
export async function tryOut<T>(
  scope: Scope,
  run: (db: Db) => Promise<T>,
  { timeoutMs, isolationLevel }: Manner = {},
): Promise<T> {
  const settings = { ...settingsOf(scope), ...(timeoutMs && { statement_timeout: String(timeoutMs) }) }
  const tried = beginWith(settings, (assertBegun) =>
    client().$transaction(
      async (db) => {
        assertBegun()
        throw new Undone(await run(db))
      },
      { ...TRANSACTION, ...(timeoutMs && { timeout: timeoutMs }), ...(isolationLevel && { isolationLevel }) },
    ),
  )
  return tried.catch((error: unknown) => {
    if (error instanceof Undone) return error.found as T
    throw error
  })
}

/**
 * As withOrganization, for writes. When the actor's call carries an idempotency key, the key is claimed in the same
 * transaction: a repeat gets the first answer, one by another person or with another body `keyReused`, one in flight
 * waits for the first.
 * `run` must answer plain JSON.
 */
export async function writeOnce<T extends Prisma.InputJsonValue | null>(
  actor: Actor,
  run: (db: Db) => Promise<T>,
  manner: Manner = {},
): Promise<T> {
  const { request, organizationId, userId } = actor
  if (!request) return withOrganization(actor, run, manner)
  const { route, key } = request
  const runOnce = async (db: Db): Promise<T> => {
    const bodyHash = Uint8Array.from(request.bodyHash)
    const claimed = await db.$executeRaw`
      INSERT INTO idempotency (organization_id, route, key, user_id, body_hash, expires_at)
      VALUES (${organizationId}::uuid, ${route}, ${key}, ${userId}::uuid, ${bodyHash}, now() + make_interval(hours => ${KEY_KEPT_HOURS}))
      ON CONFLICT DO NOTHING`
    const where = { organizationId_route_key: { organizationId, route, key } }
    if (claimed === 0) {
      const first = await db.idempotency.findUniqueOrThrow({ where })
      const isRepeat = first.userId === userId && Buffer.from(first.bodyHash).equals(request.bodyHash)
      if (!isRepeat) throw new UserError('keyReused')
      return first.answer as T
    }
    const answer = await run(db)
    await db.$executeRaw`
      UPDATE idempotency SET answer = ${JSON.stringify(answer ?? null)}::jsonb
      WHERE organization_id = ${organizationId}::uuid AND route = ${route} AND key = ${key}`
    return answer
  }
  return withOrganization(actor, runOnce, manner)
}

/** One statement under the tenant, committed on its own. It costs one round trip; the WAL is flushed with the next commit. */
export const runAlone = <T>(scope: Scope, statement: Prisma.Sql): Promise<T[]> =>
  inOneStatement(scope, { synchronous_commit: 'off' }, statement)

/** As runAlone, and flushed with its own commit: what it answers is kept. */
export const runWhole = <T>(scope: Scope, statement: Prisma.Sql): Promise<T[]> => inOneStatement(scope, {}, statement)

/** Reads of one statement each: a transaction's, or those of a tenant without a transaction around them. */
export type Reader = Pick<Db, '$queryRaw'>

/** Each read under the tenant in one message, where one in a transaction takes three. */
export const readerOf = (scope: Scope): Reader => {
  const read = (statement: Prisma.Sql | TemplateStringsArray, ...values: unknown[]) =>
    inOneStatement(scope, {}, 'raw' in statement ? Prisma.sql(statement, ...values) : statement)
  return { $queryRaw: read as unknown as Reader['$queryRaw'] }
}

// OFFSET keeps the reference to `tenant` inside, which is then read first: a statement that the planner reads before it sees no rows.
function inOneStatement<T>(scope: Scope, more: Record<string, string>, statement: Prisma.Sql): Promise<T[]> {
  const settings = JSON.stringify({ ...settingsOf(scope), ...more })
  return readAll<T>(Prisma.sql`
    WITH tenant AS MATERIALIZED (
      SELECT count(set_config(s.key, s.value, true)) AS settings FROM jsonb_each_text(${settings}::jsonb) s
    ) SELECT result.* FROM tenant, LATERAL (SELECT * FROM (${statement}) s WHERE tenant.settings > 0 OFFSET 0) result`)
}

/** One statement outside a transaction, by the client's driver; a client that a test puts in its place has none here. */
async function readAll<T>(statement: Prisma.Sql): Promise<T[]> {
  const current = client()
  const { mascateDriver: driver } = shared
  return driver?.of === current ? readRows(await driver.adapter, statement) : current.$queryRaw<T[]>(statement)
}

/**
 * Data that is global by nature: only the named SQL functions answer here, since the role may read none of those
 * tables.
 */
export async function callGlobal<T>(statement: Prisma.Sql): Promise<T[]> {
  return readAll(statement)
}

/** As callGlobal, for several statements that count together: no organization's rows are seen. */
export async function withoutOrganization<T>(run: (db: Db) => Promise<T>): Promise<T> {
  return beginPlainly(() => client().$transaction(run, TRANSACTION))
}

export async function closeDatabase(): Promise<void> {
  const { mascatePrisma: closing, mascateDriver: driver } = shared
  shared.mascatePrisma = undefined
  shared.mascateDriver = undefined
  await closing?.$disconnect()
  // A client that opened no transaction leaves the pool open.
  const pool = (await driver?.adapter)?.underlyingDriver()
  if (pool && !pool.ending) await pool.end()
}

const TRIES = 3

/**
 * All reads of `run` are of one moment. Where another transaction wrote a row meanwhile that it locks, it starts again
 * from the moment after, a few times.
 */
export async function writeOfOneMoment<T extends Prisma.InputJsonValue | null>(
  actor: Actor,
  run: (db: Db) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await writeOnce(actor, run, { isolationLevel: 'RepeatableRead' })
    } catch (error) {
      if (tries === TRIES || !isOvertaken(error)) throw error
    }
}

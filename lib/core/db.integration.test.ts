import { createHash } from 'node:crypto'
import pg from 'pg'
import { PrismaPg } from '@prisma/adapter-pg'
import { databaseCause } from './database/database-errors'
import { env } from './env'
import { readerOf, runAlone, tryOut, withOrganization, withoutOrganization, writeOnce, type Actor, type Db } from './db'
import { Prisma, PrismaClient } from '@/lib/generated/prisma/client'
import { newId } from './ids'
import { listEntities } from '@/lib/identity/settings/queries'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { inspect } from '@/lib/testing/harnesses/database'

const withKey = (actor: Actor, key: string, body: string): Actor => ({
  ...actor,
  request: { route: 'test', key, bodyHash: createHash('sha256').update(body).digest() },
})

const addExpense = (actor: Actor) =>
  writeOnce(actor, async (db) => {
    const { id } = await db.expense.create({
      data: {
        organizationId: actor.organizationId,
        id: newId(),
        description: 'Fita',
        amountCents: 1n,
        kind: 'fixed',
        dueOn: new Date('2026-11-21'),
      },
      select: { id: true },
    })
    return { id }
  })

const countExpenses = async (organizationId: string) =>
  (await inspect<{ n: number }>(organizationId, 'SELECT count(*)::int AS n FROM expense'))[0]!.n

test('the same key many times at once writes once and answers the same', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const key = newId()
  const answers = await Promise.all(Array.from({ length: 16 }, () => addExpense(withKey(owner, key, 'a'))))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await countExpenses(organizationId)).toBe(1)
})

test('a key with another body is refused, and a failed call leaves its key free', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const key = newId()
  await expect(
    writeOnce(withKey(owner, key, 'a'), async () => {
      throw new Error('broken')
    }),
  ).rejects.toThrow('broken')
  await addExpense(withKey(owner, key, 'a'))
  await expect(addExpense(withKey(owner, key, 'b'))).rejects.toMatchObject({ code: 'keyReused' })
  expect(await countExpenses(organizationId)).toBe(1)
})

test('a key of one organization means nothing in another', async () => {
  const first = await createTestOrganization()
  const second = await createTestOrganization()
  const key = newId()
  await addExpense(withKey(first.owner, key, 'a'))
  await addExpense(withKey(second.owner, key, 'a'))
  expect(await countExpenses(second.organizationId)).toBe(1)
})

test('order numbers are taken one by one, by organization and year, whatever happens at once', async () => {
  const { organizationId } = await createTestOrganization()
  const take = (year: number) =>
    runAlone<{ number: number }>({ organizationId }, Prisma.sql`SELECT next_order_number(${year}) AS number`)
  const numbers = await Promise.all(Array.from({ length: 30 }, () => take(2026)))
  expect(numbers.map(([row]) => row!.number).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, i) => i + 1),
  )
  expect(await take(2027)).toEqual([{ number: 1 }])
})

test('a reader sees its tenant and its legal entities alone, and nothing of it stays on the connection', async () => {
  const [one, other] = [await createTestOrganization(), await createTestOrganization()]
  const entitiesOf = (scope: Parameters<typeof readerOf>[0], least = 0) =>
    readerOf(scope).$queryRaw<{ id: string }[]>`
      WITH own AS MATERIALIZED (SELECT legal_entity_id AS id, 1 AS place FROM shop UNION SELECT id, 1 FROM legal_entity)
      SELECT id, (SELECT count(*)::int FROM organization) AS companies FROM own WHERE place > ${least}::int`
  expect(await entitiesOf(one)).toEqual([{ id: one.legalEntityId, companies: 1 }])
  expect(await entitiesOf(other)).toEqual([{ id: other.legalEntityId, companies: 1 }])
  expect(await entitiesOf(one, 1)).toEqual([])
  const text = Prisma.sql`SELECT current_setting('app.legal_entities', true) AS entities`
  const seen = { organizationId: one.organizationId, legalEntityIds: [one.legalEntityId] }
  expect(await readerOf(seen).$queryRaw(text)).toEqual([{ entities: `{${one.legalEntityId}}` }])
  expect(await withoutOrganization((db) => db.organization.findMany({ select: { id: true } }))).toEqual([])
})

test('a read without a transaction gives each type of column as one in a transaction does', async () => {
  const { organizationId } = await createTestOrganization()
  const values = Prisma.sql`${new Date('2026-11-30T12:34:56.789Z')}::timestamptz AS at, ${7n}::bigint AS big, ${new Prisma.Decimal('12.30')}::numeric AS amount,
    ${['a', 'b']}::text[] AS words, ${[1, 2]}::int[] AS whole, ${true}::boolean AS yes, ${null}::text AS nothing, ${Uint8Array.from([0, 255])}::bytea AS bytes,
    ${[new Date('2026-01-02T03:04:05Z')]}::timestamptz[] AS instants, ${[1n, null]}::bigint[] AS bigs, ${1.5}::float8 AS half`
  const columns = Prisma.sql`${values}, '2026-11-30'::date AS day, '10:20:30'::time AS clock, '2026-11-30 01:02:03.456789'::timestamp AS plain,
    '{"a":[1,null]}'::jsonb AS tree, '[]'::json AS list, NULL::json AS none, 'x'::citext AS folded, gen_random_uuid() IS NOT NULL AS has, ${organizationId}::uuid AS id,
    '{1.50,NULL}'::numeric[] AS amounts, '{2026-11-30}'::date[] AS days, ARRAY['{}'::jsonb] AS trees, ARRAY[${organizationId}]::uuid[] AS ids, 3::smallint AS small,
    'confirmed'::"OrderStatus" AS status, '10.5'::money::text AS cash, ARRAY['\\x00'::bytea] AS chunks, 'infinity'::float8 AS endless`
  const read = Prisma.sql`SELECT ${columns} FROM generate_series(1, 2)`
  const inTransaction = await withOrganization({ organizationId }, (db) => db.$queryRaw<unknown[]>(read))
  const alone = await readerOf({ organizationId }).$queryRaw<unknown[]>(read)
  expect(alone).toEqual(inTransaction)
  expect(alone).toHaveLength(2)
})

test('a read that fails does so as in a transaction: its cause is the same', async () => {
  const { organizationId } = await createTestOrganization()
  const failing = Prisma.sql`SELECT 1 / (SELECT count(*) FROM product)`
  const failureOf = (run: Promise<unknown>) =>
    run.then(
      () => null,
      (error: Error) => ({ ...databaseCause(error), said: /Code: .*/.exec(error.message)?.[0] }),
    )
  const alone = await failureOf(readerOf({ organizationId }).$queryRaw(failing))
  expect(alone).toMatchObject({ originalCode: '22012' })
  expect(alone).toEqual(await failureOf(withOrganization({ organizationId }, (db) => db.$queryRaw(failing))))
})

test('the tenant ends with its transaction: the next one on the connection sees nothing', async () => {
  const { organizationId } = await createTestOrganization()
  await withOrganization({ organizationId }, (db) => db.organization.findMany({ select: { id: true } }))
  const find = { select: { id: true } } as const
  // First: another organization would take the place of one that stayed.
  expect(await withoutOrganization((db) => db.organization.findMany(find))).toEqual([])
  expect(await withOrganization({ organizationId: newId() }, (db) => db.organization.findMany(find))).toEqual([])
})

test('a connection is asked for one statement at a time, also for a record with several relations', async () => {
  const { organizationId } = await createTestOrganization()
  const running = new Map<unknown, number>()
  let [queries, most] = [0, 0]
  const originalQuery = pg.Client.prototype.query as (...given: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const answer = originalQuery.apply(this, given)
    if (!(answer instanceof Promise)) return answer
    running.set(this, (running.get(this) ?? 0) + 1)
    most = Math.max(most, running.get(this)!)
    queries += 1
    return answer.finally(() => running.set(this, running.get(this)! - 1))
  })
  const [entity] = await withOrganization({ organizationId }, (db) => listEntities(db, organizationId))
  spy.mockRestore()
  expect(entity!.channels).toHaveLength(1)
  expect({ several: queries > 4, most }).toEqual({ several: true, most: 1 })
})

const seen = async (db: Db) => (await db.organization.findMany({ select: { id: true } })).map(({ id }) => id)
const queriesOf = (spy: { mock: { calls: unknown[][] } }) =>
  spy.mock.calls.map(([query]) => (query as { text: string }).text)
afterEach(() => void vi.restoreAllMocks())

test('a transaction begins and has its company in one message, whatever its isolation', async () => {
  const { organizationId } = await createTestOrganization()
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const isolation = (db: Db) => db.$queryRaw`SHOW transaction_isolation`
  const manner = { isolationLevel: 'RepeatableRead' } as const
  expect(await withOrganization({ organizationId }, isolation, manner)).toEqual([
    { transaction_isolation: 'repeatable read' },
  ])
  expect(queriesOf(spy)).toEqual([
    `BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT set_config('app.organization_id', '${organizationId}', true), set_config('app.legal_entities', '', true)`,
    'SHOW transaction_isolation',
    'COMMIT',
  ])
})

test('whatever runs at once and on whichever connection, each transaction sees its own company, and one within another as well', async () => {
  const companies = await Promise.all(Array.from({ length: 4 }, createTestOrganization))
  const look = async ({ organizationId }: { organizationId: string }, index: number) => {
    const other = companies[(index + 1) % companies.length]!.organizationId
    const result = await withOrganization({ organizationId }, async (db) => {
      const before = await seen(db)
      if (index % 5 === 4) throw new Error(before.join())
      const within = index % 3 === 0 ? await withOrganization({ organizationId: other }, seen) : [other]
      const without = index % 7 === 0 ? await withoutOrganization(seen) : []
      return [before, within, without, await seen(db)]
    }).catch((error: Error) => [[error.message], [other], [], [error.message]])
    expect(result).toEqual([[organizationId], [other], [], [organizationId]])
  }
  const many = Array.from({ length: 3 }, () => companies).flat()
  await Promise.all(many.map((company, index) => look(company, index)))
  await Promise.all(many.map((company, index) => look(company, index + 1)))
  expect(await Promise.all(many.map(() => withoutOrganization(seen)))).toEqual(many.map(() => []))
})

test('a transaction whose begin fails does nothing, and its connection is not used again', async () => {
  const { organizationId } = await createTestOrganization()
  const run = vi.fn(seen)
  const manner = { timeoutMs: 2 ** 40, isolationLevel: 'ReadCommitted' } as const
  // The server takes no timeout as long as that, and says so after BEGIN.
  await expect(tryOut({ organizationId }, run, manner)).rejects.toThrow(/statement_timeout/)
  const originalQuery = pg.Client.prototype.query as (...given: unknown[]) => unknown
  const failed: unknown[] = []
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, query: unknown) {
    if (!(query as { text: string }).text.startsWith('BEGIN')) return originalQuery.call(this, query)
    failed.push(this)
    return Promise.reject(new Error('no beginning'))
  } as never)
  await expect(withOrganization({ organizationId }, run)).rejects.toThrow('no beginning')
  expect(queriesOf(spy)).toHaveLength(1)
  expect(run).not.toHaveBeenCalled()
  spy.mockRestore()
  const after = vi.spyOn(pg.Client.prototype, 'query')
  expect(await withOrganization({ organizationId }, seen)).toEqual([organizationId])
  expect(after.mock.contexts).not.toContain(failed[0])
})

test('a statement inside the name of a company is never run', async () => {
  const { organizationId } = await createTestOrganization()
  const ends = [`', true), set_config('app.organization_id', '${organizationId}', true) --`, `\\'; COMMIT; --`, '\0']
  for (const end of ends) await expect(withOrganization({ organizationId: `${newId()}${end}` }, seen)).rejects.toThrow()
  const legalEntityIds = [`}', true), set_config('app.legal_entities', '`]
  const entities = (db: Db) => db.legalEntity.findMany({ select: { id: true } })
  await expect(withOrganization({ organizationId, legalEntityIds }, entities)).rejects.toThrow()
})

test('a transaction that began without its company does nothing', async () => {
  const { organizationId } = await createTestOrganization()
  const shared = globalThis as { mascatePrisma?: PrismaClient }
  const ours = shared.mascatePrisma
  const other = (shared.mascatePrisma = new PrismaClient({ adapter: new PrismaPg(env().DATABASE_URL) }))
  const run = vi.fn(seen)
  await expect(withOrganization({ organizationId }, run)).rejects.toThrow('did not begin with its settings')
  shared.mascatePrisma = ours
  await other.$disconnect()
  expect(run).not.toHaveBeenCalled()
})

import type { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { withOrganization } from '../db'
import { isUnreachable } from './database-errors'
import { openPool } from './database-reach'
import { newId } from '../ids'
import { inspect, throughUrl } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { inFullForm } from '@/lib/testing/harnesses/left-out'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'
import { openWire } from '@/lib/testing/harnesses/wire'

type Wire = Awaited<ReturnType<typeof openWire>>

async function overWire(run: (url: string, wire: Wire) => Promise<void>) {
  const url = new URL(process.env.DATABASE_URL!)
  const wire = await openWire(Number(url.port))
  url.port = String(wire.port)
  await run(url.toString(), wire).finally(() => wire.close())
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: unknown) => (isUnreachable(error) ? 'away' : String(error)),
  )

async function untilAnswered(request: () => Promise<unknown>) {
  while ((await failure(request())) !== 'answered') await wait(50)
}

// Silence costs ten seconds; in the default form the test of a transaction in silence below stands for it.
test.each(isFullProfile ? (['refused', 'silent'] as const) : (['refused'] as const))(
  'a database that is away, %s: all callers get an answer, and it heals',
  (manner) =>
    overWire(async (url, wire) => {
      const pool = openPool(url, 2)
      await pool.query('SELECT 1')
      await wire.cut(manner)
      // More than the pool has connections: some wait for one that never comes free.
      const failures = Array.from({ length: 8 }, () => failure(pool.query('SELECT 1')))
      expect(new Set(await Promise.all(failures))).toEqual(new Set(['away']))
      expect(await failure(pool.query('SELECT 1'))).toBe('away')
      await wire.heal()
      await untilAnswered(() => pool.query('SELECT 1'))
      await pool.end()
    }),
)

// Each waits for seconds, so only in the full form. The test above holds that all get an answer, also in a known
// silence.
test(
  'a call while the database is known to be away gets that answer without another attempt',
  inFullForm('waits for seconds; that all get an answer is held above'),
  () =>
    overWire(async (url, wire) => {
      const pool = openPool(url, 2)
      await pool.query('SELECT 1')
      await wire.cut('silent')
      expect(await failure(pool.query('SELECT 1'))).toBe('away')
      expect(await failure(pool.query('SELECT 1'))).toBe('away')
      const before = wire.countOpened()
      for (let n = 0; n < 20; n += 1) expect(await failure(pool.query('SELECT 1'))).toBe('away')
      // On a slow machine the reach may be checked again a time or two.
      expect(wire.countOpened() - before).toBeLessThan(5)
      await wire.heal()
      await untilAnswered(() => pool.query('SELECT 1'))
      await pool.end()
    }),
)

test('writes of a transaction before the silence are not committed by the next user of the connection', () =>
  overWire(async (url, wire) => {
    const { organizationId } = await createTestOrganization()
    const add = (description: string, between = async () => {}) =>
      withOrganization({ organizationId }, async (db) => {
        const expense = { id: newId(), organizationId, description, amountCents: 1n, kind: 'fixed' as const }
        await db.expense.create({ data: { ...expense, dueOn: new Date('2026-11-21') } })
        await between()
        await db.$queryRaw`SELECT 1`
      })
    await throughUrl(url, async () => {
      expect(await failure(add('lost', () => wire.cut('silent')))).toBe('away')
      await wire.heal()
      await untilAnswered(() => add('kept'))
    })
    const kept = await inspect<{ description: string }>(organizationId, 'SELECT description FROM expense')
    expect(kept).toEqual([{ description: 'kept' }])
  }))

test('a long statement goes on while the database answers others', inFullForm('waits for seconds'), async () => {
  const pool = openPool(process.env.DATABASE_URL!, 1)
  const { rows } = await pool.query('SELECT 1 AS one, pg_sleep(4)')
  expect(rows).toMatchObject([{ one: 1 }])
  await pool.end()
})

test('the database is probed about a silent connection while it is in use, and not while it lies idle in its pool', () =>
  overWire(async (url, wire) => {
    const [pool, later] = [openPool(url, 1), openPool(url, 1)]
    const client = await pool.connect()
    const { stream } = (client as unknown as { connection: { stream: EventEmitter } }).connection
    client.release()
    const before = wire.countOpened()
    stream.emit('timeout')
    // Comes in after whatever asks: connections are taken in their order.
    await later.query('SELECT 1')
    expect(wire.countOpened() - before).toBe(1)
    const again = await pool.connect()
    expect(again).toBe(client)
    stream.emit('timeout')
    await vi.waitUntil(() => wire.countOpened() - before === 2)
    again.release()
    await Promise.all([pool.end(), later.end()])
  }))

test('a connection that was used stays for the pages that follow, and closes after five minutes', async () => {
  const pool = openPool(process.env.DATABASE_URL!, 1)
  const client = await pool.connect()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  client.release()
  vi.advanceTimersByTime(4 * 60_000)
  expect(pool.idleCount).toBe(1)
  vi.advanceTimersByTime(2 * 60_000)
  expect(pool.idleCount).toBe(0)
  vi.useRealTimers()
  await pool.end()
})

import fc from 'fast-check'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { bookStock } from '../stock/book-stock'
import { openCountHarness } from '@/lib/testing/harnesses/count-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { drawsOf } from '@/lib/testing/harnesses/report-figures'
import { cancelCountAction, recountLineAction, resumeCountAction, undoEntryAction } from './actions'
import { bookCount } from './close-count'

let mine: TestOrganization

beforeEach(async () => {
  mine = await createTestOrganization()
  await signInAs(mine.owner)
})

const { stocked, openCount, enter, view, book } = openCountHarness(() => mine)
const move = (product: string, kind: 'ship' | 'purchase' | 'reserve', units: number) =>
  withOrganization(mine.owner, async (db) => {
    const own = await db.stockLocation.findFirstOrThrow({ where: { organizationId: mine.organizationId, kind: 'own' } })
    const change = kind === 'reserve' ? { reserved: units } : { onHand: kind === 'ship' ? -units : units }
    await bookStock(db, mine.owner, {
      source: { kind: 'order', id: newId() },
      entries: [{ product: { id: product, sku: 'X' }, locationId: own.id, kind, ...change }],
      allowShort: true,
    })
  })
const onHand = async (product: string) => {
  const [row] = await inspect<{ n: number }>(
    mine.organizationId,
    'SELECT on_hand::int AS n FROM stock_level WHERE product_id = $1',
    [product],
  )
  return row?.n ?? 0
}
const counted = (product: string) =>
  inspect<{ n: number }>(
    mine.organizationId,
    `SELECT on_hand_delta::int AS n FROM stock_movement WHERE kind = 'count' AND product_id = $1`,
    [product],
  )

test('sales and receipts after a line was counted stay: only the difference of that moment is booked', async () => {
  const product = await stocked('A', 10)
  const count = await openCount()
  await enter(count, { code: 'a', units: 8 })
  await move(product, 'ship', 3)
  await move(product, 'purchase', 20)
  expect((await view(count)).page.rows).toMatchObject([
    { units: 8n, expected: 10n, difference: -2n, valueCents: -500n },
  ])
  expect(await book(count)).toMatchObject({ ok: true, data: { lines: 1, units: -2 } })
  expect(await onHand(product)).toBe(25)
  expect(await counted(product)).toEqual([{ n: -2 }])
})

test('an entry that arrives late is held against the level of when it was counted', async () => {
  const product = await stocked('A', 10)
  const count = await openCount()
  const countedAt = Date.now()
  await new Promise((resolve) => setTimeout(resolve, 2500))
  await move(product, 'ship', 4)
  await enter(count, { code: 'A', units: 10, ageMs: Date.now() - countedAt })
  expect((await view(count)).page.rows).toMatchObject([{ expected: 10n, difference: 0n }])
  await book(count)
  expect(await onHand(product)).toBe(6)
})

test('two people counting the same product add up, each with their own part on record', async () => {
  const product = await stocked('A', 10, ['7891000100103'])
  const count = await openCount()
  await enter(count, { code: '7891000100103', units: 4 })
  const other = await addMember(mine, 'operator')
  await signInAs(other)
  const [mineThen] = await Promise.all([
    enter(count, { code: '7891000100103' }),
    enter(count, { code: 'A' }),
    enter(count, { code: 'A' }),
  ])
  expect(mineThen).toMatchObject({ ok: true, data: { outcome: 'counted', others: [{ units: 4 }] } })
  const { page } = await view(count)
  expect(page.rows).toMatchObject([{ units: 7n }])
  expect(page.rows[0]!.people.map(({ units }) => units).toSorted()).toEqual([3, 4])
  await book(count)
  expect(await onHand(product)).toBe(7)
})

test('the same scan sent many times counts once, and scans at once all count', async () => {
  await stocked('A', 0)
  const count = await openCount()
  const key = newId()
  await Promise.all(Array.from({ length: 6 }, () => enter(count, { code: 'A' }, key)))
  await Promise.all(Array.from({ length: 10 }, () => enter(count, { code: 'A' })))
  expect((await view(count)).page.rows).toMatchObject([{ units: 11n }])
})

test('a line whose stock moved between two entries is not booked unseen, and may be counted again', async () => {
  const product = await stocked('A', 10)
  const count = await openCount()
  await enter(count, { code: 'A', units: 4 })
  await move(product, 'ship', 2)
  await enter(count, { code: 'A', units: 4 })
  expect(await book(count)).toMatchObject({ ok: false, error: 'countMoved', values: { count: 1 } })
  const again = await recountLineAction(envelope(mine), { countId: count, productId: product, round: 1 })
  expect(again).toEqual({ ok: true, data: { round: 2 } })
  expect(await recountLineAction(envelope(mine), { countId: count, productId: product, round: 1 })).toMatchObject({
    error: 'staleVersion',
  })
  await enter(count, { code: 'A', units: 8 })
  expect(await book(count)).toMatchObject({ ok: true, data: { units: 0 } })
  expect(await onHand(product)).toBe(8)
})

test('accepted, a line that moved is booked against its last entry', async () => {
  const product = await stocked('A', 10)
  const count = await openCount()
  await enter(count, { code: 'A', units: 4 })
  await move(product, 'ship', 2)
  await enter(count, { code: 'A', units: 3 })
  expect(await book(count, { acceptMoved: true })).toMatchObject({ ok: true, data: { units: -1 } })
  expect(await onHand(product)).toBe(7)
})

test('an entry is taken back once; with the last of them the product is uncounted, not counted as none', async () => {
  await stocked('A', 5)
  const count = await openCount()
  await enter(count, { code: 'A', units: 2 })
  const [entry] = (await view(count)).entries
  const undo = () => undoEntryAction(envelope(mine), { countId: count, undoes: entry!.id })
  expect(await undo()).toEqual({ ok: true, data: { units: null } })
  expect(await undo()).toEqual({ ok: false, error: 'notFound' })
  expect((await view(count)).page.rows).toMatchObject([{ units: null, difference: null }])
  await enter(count, { code: 'A', units: 0 })
  expect((await view(count)).page.rows).toMatchObject([{ units: 0n, difference: -5n }])
})

test('a listed product without a count stays, or goes to zero where that is chosen, but for what came during the count', async () => {
  const [first, second, third] = [await stocked('A', 5), await stocked('B', 7), await stocked('C', 3)]
  const kept = await openCount({ from: 'filter' })
  await enter(kept, { code: 'A', units: 4 })
  expect((await view(kept)).summary).toMatchObject({ lines: 3n, counted: 1n, missing: 2n, missingUnits: 10n })
  await book(kept)
  expect([await onHand(first), await onHand(second)]).toEqual([4, 7])
  const emptied = await openCount({ from: 'skus', skus: ['a', 'b', 'c'] })
  await enter(emptied, { code: 'A', units: 4 })
  await move(second, 'purchase', 1)
  await move(third, 'ship', 2)
  expect((await view(emptied)).summary).toMatchObject({ missing: 2n, missingUnits: 8n })
  expect(await book(emptied, { missing: 'zero' })).toMatchObject({ ok: true, data: { lines: 3, units: -8 } })
  expect([await onHand(first), await onHand(second), await onHand(third)]).toEqual([4, 1, 0])
})

test('a product scanned outside the list is counted too, and never set to zero for lack of a count', async () => {
  await stocked('A', 5)
  const extra = await stocked('B', 7)
  const count = await openCount({ from: 'skus', skus: ['A'] })
  await enter(count, { code: 'B', units: 1 })
  const [entry] = (await view(count)).entries
  await undoEntryAction(envelope(mine), { countId: count, undoes: entry!.id })
  await book(count, { missing: 'zero' })
  expect(await onHand(extra)).toBe(7)
})

test('a session is booked once, by concurrent calls too, and not when more was counted since it was seen', async () => {
  const product = await stocked('A', 10)
  const count = await openCount()
  await enter(count, { code: 'A', units: 6 })
  const seen = (await view(count)).mark
  await enter(count, { code: 'A', units: 1 })
  expect(await book(count, { seen })).toEqual({ ok: false, error: 'countWentOn' })
  const now = (await view(count)).mark
  const answers = await Promise.all(Array.from({ length: 5 }, () => book(count, { seen: now })))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.filter((answer) => !answer.ok && answer.error === 'countClosed')).toHaveLength(4)
  expect(await counted(product)).toEqual([{ n: -3 }])
  expect(await onHand(product)).toBe(7)
  const entries = [await enter(count, { code: 'A' }), await cancelCountAction(envelope(mine), { countId: count })]
  expect(entries).toEqual(entries.map(() => ({ ok: false, error: 'countClosed' })))
})

test('a booking that was interrupted goes on from where it stopped and books nothing twice', async () => {
  const products = [await stocked('A', 1), await stocked('B', 2), await stocked('C', 3)]
  const count = await openCount({ from: 'filter' })
  for (const code of ['A', 'B', 'C']) await enter(count, { code, units: 10 })
  await withOrganization(mine.owner, async (db) => {
    await db.stockCount.updateMany({
      where: { organizationId: mine.organizationId, id: count },
      data: { state: 'booking' },
    })
    await db.$queryRaw`SELECT book_stock_count(${count}::uuid, NULL, 2)`
  })
  expect(await book(count)).toEqual({ ok: false, error: 'countClosed' })
  const resumed = await resumeCountAction(envelope(mine), { countId: count })
  expect(resumed).toEqual({ ok: true, data: { lines: 3, units: 24 } })
  for (const product of products) expect(await onHand(product)).toBe(10)
  expect((await view(count)).count.state).toBe('booked')
})

test('a cancelled session changes no stock', async () => {
  const product = await stocked('A', 10)
  const count = await openCount()
  await enter(count, { code: 'A', units: 1 })
  expect(await cancelCountAction(envelope(mine), { countId: count })).toMatchObject({ ok: true })
  expect(await onHand(product)).toBe(10)
  expect(await book(count)).toEqual({ ok: false, error: 'countClosed' })
})

test('whatever is sold, received and counted at once, each level is the sum of its ledger, with every balance right', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('count' as const), product: fc.nat(2), units: fc.integer({ min: 0, max: 6 }) }),
    fc.record({ kind: fc.constant('ship' as const), product: fc.nat(2), units: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constant('purchase' as const), product: fc.nat(2), units: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('book' as const), product: fc.nat(2), units: fc.nat(1) }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 6 }),
      async (rounds) => {
        mine = await createTestOrganization()
        await signInAs(mine.owner)
        const products = [await stocked('P0', 5), await stocked('P1', 5), await stocked('P2', 0)]
        let count = await openCount({ from: 'filter' })
        for (const steps of rounds) {
          const open = count
          const mark = (await view(open)).mark
          await Promise.all(
            steps.map(async ({ kind, product, units }) => {
              if (kind === 'count') await enter(open, { productId: products[product]!, units })
              else if (kind === 'book')
                await bookCount(mine.owner, {
                  countId: open,
                  acceptMoved: true,
                  seen: mark,
                  missing: units === 0 ? 'leave' : 'zero',
                }).catch(() => undefined)
              else await move(products[product]!, kind, units)
            }),
          )
          if ((await view(count)).count.state !== 'open') count = await openCount({ from: 'filter' })
        }
        await book(count, { acceptMoved: true, missing: 'zero' })
        expect(
          await inspect(
            mine.organizationId,
            `SELECT m.id FROM (
             SELECT id, on_hand_after, reserved_after, product_id, location_id,
               sum(on_hand_delta) OVER w AS on_hand, sum(reserved_delta) OVER w AS reserved
             FROM stock_movement WINDOW w AS (PARTITION BY product_id, location_id ORDER BY occurred_at, id)) m
           WHERE (on_hand_after, reserved_after) IS DISTINCT FROM (on_hand, reserved)`,
          ),
        ).toEqual([])
        expect(
          await inspect(
            mine.organizationId,
            `SELECT product_id FROM stock_level l JOIN (
             SELECT product_id, location_id, sum(on_hand_delta) AS on_hand FROM stock_movement GROUP BY 1, 2) m USING (product_id, location_id)
           WHERE l.on_hand <> m.on_hand`,
          ),
        ).toEqual([])
      },
    ),
    drawsOf(3, 6),
  )
})

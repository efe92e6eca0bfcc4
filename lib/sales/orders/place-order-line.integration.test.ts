import { setTimeout as wait } from 'node:timers/promises'
import { changeAsOwner, withOwner } from '@/lib/testing/harnesses/database'
import { channelOf, countOrders, stockedCompany } from '@/lib/testing/harnesses/order-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { placeOrder } from './place-order'

// The two lines of docs/decisions/046-orders-in-line.md: baskets' in the database, and of four in the process.

const SEEN_WITHIN_MS = 10_000
/** Long enough to come through, shorter than the app's role waits for a lock. */
const HELD_MS = 500
const IN_DATABASE = 4
// The other tests' databases are copies too, and their tables have the same number.
const HERE = 'database = (SELECT oid FROM pg_database WHERE datname = current_database())'

type Line = { untilWaiting: (orders: number) => Promise<void>; countUnderWay: () => Promise<number> }

/** `work` runs while another session stands first in the line of the company's baskets. */
const whileLineIsHeld = <T>(organizationId: string, work: (line: Line) => Promise<T>) =>
  withOwner(async (owner) => {
    const count = async (which: string) =>
      (await owner.query<{ n: number }>(`SELECT count(DISTINCT pid)::int AS n FROM pg_locks WHERE ${which}`)).rows[0]!.n
    const line = {
      async untilWaiting(orders: number) {
        const waiting = `locktype = 'advisory' AND NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`
        for (const until = Date.now() + SEEN_WITHIN_MS; (await count(waiting)) < orders; await wait(20))
          if (Date.now() > until) throw new Error('They do not wait in the line.')
      },
      /** Transactions that have written their order. */
      countUnderWay: () => count(`relation = 'orders'::regclass AND mode = 'RowExclusiveLock' AND ${HERE}`),
    }
    await owner.query('BEGIN')
    try {
      await owner.query(`SELECT pg_advisory_xact_lock(hashtextextended('baskets:' || $1, 0))`, [organizationId])
      return await work(line)
    } finally {
      await owner.query('COMMIT')
    }
  })

async function openHarness() {
  const { company, product } = await stockedCompany(100)
  const other = await addStockedProduct(company, { sku: 'OUTRO', onHand: 100 })
  const channelId = await channelOf(company)
  const place = (products: string[]) => {
    const lines = products.map((productId) => ({ productId, quantity: 1 }))
    const rest = { customerName: null, note: null, seenTotalCents: null }
    return placeOrder(company.owner, { channelId, status: 'pending', lines, ...rest })
  }
  return { company, place, one: [product], basket: [product, other] }
}

test.each(['average', 'fifo'])(
  'an order of several products waits in the line of its company, and goes on when that is free (costs by %s)',
  async (rule) => {
    const { company, place, basket } = await openHarness()
    await changeAsOwner(company.organizationId, 'UPDATE organization SET cost_rule = $2 WHERE organization_id = $1', [
      company.organizationId,
      rule,
    ])
    const placed = await whileLineIsHeld(company.organizationId, async ({ untilWaiting }) => {
      const order = place(basket)
      const isPlaced = order.then(() => true)
      await Promise.race([untilWaiting(1), isPlaced])
      expect(await Promise.race([isPlaced, wait(HELD_MS, false)])).toBe(false)
      return { order }
    })
    expect(await placed.order).toMatchObject({ code: expect.stringMatching(/^MAN-/) })
    expect(await countOrders(company)).toBe(1)
  },
)

test('an order of one product does not wait there, nor a basket of another company', async () => {
  const [mine, theirs] = [await openHarness(), await openHarness()]
  await whileLineIsHeld(mine.company.organizationId, () =>
    Promise.all([mine.place(mine.one), theirs.place(theirs.basket)]),
  )
  expect([await countOrders(mine.company), await countOrders(theirs.company)]).toEqual([1, 1])
})

test('four of five concurrent orders of a company are in the database, and the fifth waits in the process', async () => {
  const { company, place, basket } = await openHarness()
  const orders = await whileLineIsHeld(company.organizationId, async ({ untilWaiting, countUnderWay }) => {
    const all = Promise.all(Array.from({ length: IN_DATABASE + 1 }, () => place(basket)))
    await untilWaiting(IN_DATABASE)
    await wait(HELD_MS)
    expect(await countUnderWay()).toBe(IN_DATABASE)
    return { all }
  })
  expect(new Set((await orders.all).map(({ code }) => code)).size).toBe(IN_DATABASE + 1)
  expect(await countOrders(company)).toBe(IN_DATABASE + 1)
})

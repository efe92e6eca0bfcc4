import { callGlobal } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { ShopeeError } from '@/lib/shopee/errors'
import { withOwner } from '@/lib/testing/harnesses/database'
import { TestProcess } from '@/lib/testing/harnesses/processes'
import { inFullForm } from '@/lib/testing/harnesses/left-out'
import { sharedLimiter } from './limiter'

// As in the product.
process.env.SHOPEE_CALLS_PER_SECOND = '10'

const RATE = 10
const SECONDS = 8

let count = 0
const newShop = () => `limiter-${++count}`

const read = async <T extends object>(sql: Prisma.Sql) => (await callGlobal<T>(sql))[0]!
const now = async () =>
  Number((await read<{ at: number }>(Prisma.sql`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS at`)).at)

/**
 * The slots that so many callers at once are given, as instants of the database's clock, which is read once a wait is known: a busy
 * machine makes a slot look later than it is, never earlier.
 */
async function slotsOf(key: string, callers: number): Promise<number[]> {
  const take = Prisma.sql`SELECT extract(epoch FROM clock_timestamp()) * 1000 + wait AS at
    FROM (SELECT take_turn(${key}, 100, 60000) AS wait OFFSET 0) AS turn`
  const turns = await Promise.all(Array.from({ length: callers }, () => read<{ at: number }>(take)))
  return turns.map(({ at }) => Number(at)).toSorted((a, b) => a - b)
}
/** The slots that lie earlier than a length for each caller allows. */
const early = (slots: number[], begun: number) => slots.filter((slot, at) => slot < begun + 100 * at - 1)

test('no two callers at once are given the same slot: they lie a length apart, from now on', async () => {
  const begun = await now()
  const slots = await slotsOf(newShop(), 40)
  expect(early(slots, begun)).toEqual([])
  // By then no caller has waited for theirs: the first is not of a time to come.
  expect(slots[0]!).toBeLessThanOrEqual(await now())
})

test('unused slots are not saved up for a later crowd', async () => {
  const key = newShop()
  await slotsOf(key, 1)
  await withOwner((owner) =>
    owner.query(`UPDATE call_pace SET free_at = now() - interval '1 hour' WHERE key = $1`, [key]),
  )
  const begun = await now()
  expect(early(await slotsOf(key, 5), begun)).toEqual([])
})

test('a shop that is held back lets no call through meanwhile; another one is not concerned', async () => {
  const [held, free] = [newShop(), newShop()]
  const begun = performance.now()
  await sharedLimiter.holdBack(held, 700)
  const { wait } = await read<{ wait: number }>(Prisma.sql`SELECT take_turn(${`shopee:${free}`}, 100, 60000) AS wait`)
  expect(wait).toBeLessThan(100)
  await sharedLimiter.takeTurn(held)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(695)
})

test('a wait that would be too long takes no slot and says how long it would have been', async () => {
  const shop = newShop()
  await sharedLimiter.holdBack(shop, 600_000)
  const refusal = await sharedLimiter.takeTurn(shop, 1, 1000).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ kind: 'rateLimited' })
  expect((refusal as ShopeeError).retryAfterMs).toBeGreaterThan(400_000)
  await expect(sharedLimiter.takeTurn(shop, 1, 1000)).rejects.toMatchObject({ kind: 'rateLimited' })
  const { wait } = await read<{ wait: number }>(Prisma.sql`SELECT take_turn(${`shopee:${shop}`}, 100, 900000) AS wait`)
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(600_000)
})

test('a call with a higher cost takes more', async () => {
  const shop = newShop()
  // Before the first: its answer may come late, and then the second waits less.
  const begun = Date.now()
  await sharedLimiter.takeTurn(shop, 5)
  await sharedLimiter.takeTurn(shop)
  expect(Date.now() - begun).toBeGreaterThan(400)
})

// A rate is measured in time: of the full form. That no two callers share a slot is held above.
describe(
  'three processes',
  inFullForm('measures a rate in time; that no two callers share a slot is held above'),
  () => {
    const processes: TestProcess[] = []
    beforeAll(async () => {
      for (let number = 0; number < 3; number += 1)
        processes.push(
          new TestProcess('lib/testing/harnesses/token-callers.ts', { SHOPEE_CALLS_PER_SECOND: String(RATE) }),
        )
      for (const process of processes) expect(await process.receive()).toBe('ready')
    })
    afterAll(() => Promise.all(processes.map((process) => process.end())))

    test('together use at least nine tenths of the rate and never more than it', async () => {
      const [callers, turns] = [4, Math.ceil((RATE * SECONDS) / 12)]
      const order = { kind: 'turns', shopId: newShop(), callers, turns }
      const left = (await Promise.all(processes.map((process) => process.send<number[]>(order)))).flatMap(
        (at) => at ?? [],
      )
      const at = left.toSorted((a, b) => a - b)
      expect(at).toHaveLength(3 * callers * turns)
      const seconds = (at.at(-1)! - at[0]!) / 1000
      expect((at.length - 1) / seconds).toBeGreaterThanOrEqual(0.9 * RATE)
      expect((at.length - 1) / seconds).toBeLessThanOrEqual(RATE)
      // A call that a busy machine lets leave late meets the next ones: over two seconds that may be a few.
      const crowds = at.map((from) => at.filter((instant) => instant >= from && instant < from + 2000).length)
      expect(Math.max(...crowds)).toBeLessThanOrEqual(2 * RATE + 4)
    })
  },
)

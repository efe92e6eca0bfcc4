import { callGlobal } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { ShopeeError } from '@/lib/shopee/errors'
import { TestProcess } from '@/lib/testing/harnesses/processes'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'
import { sharedLimiter } from './limiter'

// As in the product.
process.env.SHOPEE_CALLS_PER_SECOND = '10'

const RATE = 10
const SECONDS = 8

let count = 0
const newShop = () => `limiter-${++count}`

/** The slots that so many callers at once are given, as instants of the database's clock. */
async function slotsOf(key: string, callers: number): Promise<number[]> {
  // The clock is read once the wait is known: before it, a caller queued for the row would seem to leave earlier.
  const take = Prisma.sql`SELECT extract(epoch FROM clock_timestamp()) * 1000 + wait AS at
    FROM (SELECT take_turn(${key}, 100, 60000) AS wait OFFSET 0) AS turn`
  const turns = await Promise.all(Array.from({ length: callers }, () => callGlobal<{ at: number }>(take)))
  return turns.map(([turn]) => Number(turn!.at)).toSorted((a, b) => a - b)
}

test('no two callers at once are given the same slot: they lie a length apart, from now on', async () => {
  const slots = await slotsOf(newShop(), 40)
  // By then no caller has waited for theirs: the first is not of a time to come.
  expect(slots[0]!).toBeLessThanOrEqual(Date.now())
  const gaps = slots.slice(1).map((slot, index) => slot - slots[index]!)
  expect(Math.min(...gaps)).toBeGreaterThan(50)
  expect(slots.at(-1)! - slots[0]!).toBeGreaterThan(39 * 99)
})

test('unused slots are not saved up for a later crowd', async () => {
  const key = newShop()
  await slotsOf(key, 1)
  await new Promise((later) => setTimeout(later, 1000))
  const slots = await slotsOf(key, 5)
  expect(slots.at(-1)! - slots[0]!).toBeGreaterThan(4 * 95)
})

test('a shop that is held back lets no call through meanwhile; another one is not concerned', async () => {
  const [held, free] = [newShop(), newShop()]
  await sharedLimiter.holdBack(held, 700)
  const begun = Date.now()
  await sharedLimiter.takeTurn(free)
  expect(Date.now() - begun).toBeLessThan(500)
  await sharedLimiter.takeTurn(held)
  expect(Date.now() - begun).toBeGreaterThanOrEqual(690)
})

test('a wait that would be too long takes no slot and says how long it would have been', async () => {
  const shop = newShop()
  await sharedLimiter.holdBack(shop, 5000)
  const refusal = await sharedLimiter.takeTurn(shop, 1, 1000).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ kind: 'rateLimited' })
  expect((refusal as ShopeeError).retryAfterMs).toBeGreaterThan(4000)
  await expect(sharedLimiter.takeTurn(shop, 1, 1000)).rejects.toMatchObject({ kind: 'rateLimited' })
  const [row] = await callGlobal<{ waitMs: number }>(
    Prisma.sql`SELECT take_turn(${`shopee:${shop}`}, 100, 60000) AS "waitMs"`,
  )
  expect(row!.waitMs).toBeLessThan(5000)
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
describe.runIf(isFullProfile)('three processes', () => {
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
})

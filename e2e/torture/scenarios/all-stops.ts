import { setTimeout as wait } from 'node:timers/promises'
import { closeDatabase } from '../../../lib/core/db'
import type { PlacedOrder } from '../../../lib/sales/orders/place-order'
import { untilAtWork } from '../at-work'
import { callUntilAnswered, callAction, Tally } from '../call-action'
import { addProducts, compareOrders, listLevels, openCompanyHarness, orderCall } from '../company'
import { runAsOwner } from '../guards'
import { atLeast, exactly, never, type Scenario } from '../scenario'
import { untilHealthy } from '../stage'

/** Orders that have to be acknowledged before the stop, and again after it. */
type Options = { clients: number; products: number; orders: number }

const STOCK = 1_000_000
/** The product's, and the one beside it. */
const WORKERS = 2
const UNHEARD_EVERY = 5
const GIVEN_UP_AFTER_MS = 60_000

/** The one scenario of the default form. The longer scenarios of the full form repeat each of its steps. */
export const allStops: Scenario<Options> = {
  name: 'all-stops',
  claim:
    'web, worker and database stopped at once under load and started again: every acknowledged order is there, none twice, stock, ledger and trail agree',
  options: {
    short: { clients: 6, products: 5, orders: 30 },
    full: { clients: 8, products: 20, orders: 500 },
  },
  mutants: [
    {
      name: 'flush',
      removes: 'that what is acknowledged lies on the disk (synchronous_commit)',
      // For sessions that are open already too; there is but one stop.
      async remove(stage) {
        await stage.asAdministrator('ALTER SYSTEM SET synchronous_commit = off')
        await stage.asAdministrator(`ALTER SYSTEM SET wal_writer_delay = '10s'`)
        await stage.asAdministrator('SELECT pg_reload_conf()')
      },
    },
    {
      name: 'key',
      removes: 'the key of answered calls, by which the same call asked again is known',
      remove: () => runAsOwner('ALTER TABLE idempotency DROP CONSTRAINT idempotency_pkey'),
    },
  ],
  async run({ options, random, stage }) {
    const harness = await openCompanyHarness('All stopped', options.clients)
    const products = await addProducts(harness, options.products, STOCK)
    await closeDatabase()
    const placedCodes: string[] = []
    const [refusals, unanswered] = [new Tally(), new Tally()]
    let [attempts, unknown] = [0, 0]
    let isOver = false
    const load = harness.sellers.map(async (seller, lane) => {
      const apps = lane % 2 === 0 ? stage.apps : stage.apps.toReversed()
      while (!isOver) {
        const call = orderCall(harness, [{ productId: random.pick(products), quantity: 1 }])
        // A client that missed the first answer retries, and receives the same order.
        if ((attempts += 1) % UNHEARD_EVERY === 0) await callAction(apps[1]!, seller, call)
        const answer = await callUntilAnswered<PlacedOrder>(apps, seller, call, unanswered)
        if (answer.kind === 'accepted') placedCodes.push(answer.data.id)
        else if (answer.kind === 'refused') refusals.add(answer.code)
        else unknown += 1
      }
    })
    let before = 0
    try {
      await untilReported(placedCodes, options.orders)
      before = placedCodes.length
      await Promise.all([
        ...stage.apps.map((_, app) => stage.killWeb(app)),
        stage.killWorkers(),
        stage.stopDatabaseHard(),
      ])
      await Promise.all(stage.apps.map((app) => untilHealthy(app)))
      await untilReported(placedCodes, placedCodes.length + options.orders)
    } finally {
      isOver = true
      await Promise.all(load)
    }
    await closeDatabase()
    await untilAtWork(WORKERS)
    const { lost, unanswered: kept, reportedTwice } = await compareOrders(harness.id, placedCodes)
    const levels = await listLevels(harness.id)
    const reserved = levels.reduce((sum, level) => sum + level.reserved, 0)
    const wrong = levels.filter(
      (level) => level.reserved !== level.ledgerReserved || level.onHand !== level.ledgerOnHand,
    )
    return {
      accepted: placedCodes.length,
      refused: refusals.total,
      unknown,
      companies: [harness],
      figures: [
        atLeast('orders before the stop', before, options.orders),
        atLeast('orders after it', placedCodes.length - before, options.orders),
        exactly('refused', String(refusals), 'none'),
        exactly('unknown', unknown, 0),
        never('acknowledged and lost', lost),
        never('stored without an acknowledgement', kept),
        never('one order acknowledged to two', reportedTwice),
        exactly('units reserved', reserved, placedCodes.length),
        never('levels other than their ledger', wrong.length),
      ],
      notes: { 'asked again': String(unanswered) },
    }
  },
}

/** Waits for the number of acknowledgements, however busy the machine is. */
async function untilReported(placedCodes: readonly string[], count: number): Promise<void> {
  for (const until = Date.now() + GIVEN_UP_AFTER_MS; placedCodes.length < count && Date.now() < until;) await wait(20)
}

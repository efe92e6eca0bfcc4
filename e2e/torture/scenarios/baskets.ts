import { setTimeout as wait } from 'node:timers/promises'
import { closeDatabase } from '../../../lib/core/db'
import type { PlacedOrder } from '../../../lib/sales/orders/place-order'
import { withOwner } from '../../../lib/testing/harnesses/database'
import { callAction, inParallel, Tally } from '../call-action'
import { removeFromFunction } from '../guards'
import { addProducts, compareOrders, listLevels, openCompanyHarness, orderCall, type Line } from '../company'
import { below, exactly, never, percentile, timed, type Scenario } from '../scenario'

type Options = { orders: number; clients: number; products: number; mostLines: number }

const STOCK = 1_000_000
const SLOWEST_MS = 2000
/** A connection that has nothing more to do tells what it counted ten seconds later. */
const COUNTED_WITHIN_MS = 11_000

export const baskets: Scenario<Options> = {
  name: 'baskets',
  claim: '5,000 orders of 2–20 random SKUs of 50, 32 clients: no deadlock surfaces, p99 < 2 s',
  options: {
    short: { orders: 300, clients: 12, products: 50, mostLines: 20 },
    full: { orders: 5000, clients: 32, products: 50, mostLines: 20 },
  },
  mutants: [
    {
      name: 'order',
      removes: 'the one order in which stock is locked, and the line in which baskets wait',
      async remove() {
        await removeFromFunction({
          of: 'book_stock',
          guard: /ORDER BY l\.product_id, l\.location_id FOR UPDATE/,
          put: 'ORDER BY random() FOR UPDATE',
        })
        await removeFromFunction({
          of: 'place_order',
          guard: /IF v_is_basket AND NOT v_is_fifo THEN/,
          put: 'IF false THEN',
        })
      },
    },
  ],
  async run({ options, random, stage, isFull }) {
    const harness = await openCompanyHarness('Baskets', options.clients)
    const products = await addProducts(harness, options.products, STOCK)
    await closeDatabase()
    const orders: Line[][] = Array.from({ length: options.orders }, () =>
      random
        .shuffle(products)
        .slice(0, random.between(2, options.mostLines))
        .map((productId) => ({ productId, quantity: random.between(1, 5) })),
    )
    const before = await countDeadlocks()
    const placedCodes: string[] = []
    const refusals = new Tally()
    const unanswered = new Tally()
    const times: number[] = []
    const taken = new Map<string, number>(products.map((id) => [id, 0]))
    // As a proxy with least_conn hands them on (docs/scale.md).
    const underWay = [0, 0]
    await inParallel(options.clients, orders.length, async (index, lane) => {
      const lines = orders[index]!
      const since = performance.now()
      const app = underWay[0]! <= underWay[1]! ? 0 : 1
      underWay[app]! += 1
      const answer = await callAction<PlacedOrder>(stage.apps[app]!, harness.sellers[lane]!, orderCall(harness, lines))
      underWay[app]! -= 1
      times.push(performance.now() - since)
      if (answer.kind === 'refused') refusals.add(answer.code)
      if (answer.kind === 'unknown') unanswered.add(answer.why)
      if (answer.kind !== 'accepted') return
      placedCodes.push(answer.data.id)
      for (const { productId, quantity } of lines) taken.set(productId, taken.get(productId)! + quantity)
    })
    await wait(COUNTED_WITHIN_MS)
    const deadlocks = (await countDeadlocks()) - before
    const { lost, unanswered: kept } = await compareOrders(harness.id, placedCodes)
    const levels = await listLevels(harness.id)
    const wrong = levels.filter(
      ({ product, onHand, reserved, ledgerOnHand, ledgerReserved }) =>
        onHand !== STOCK || reserved !== taken.get(product) || ledgerOnHand !== onHand || ledgerReserved !== reserved,
    )
    return {
      accepted: placedCodes.length,
      refused: refusals.total,
      unknown: unanswered.total,
      companies: [harness],
      figures: [
        exactly('accepted', placedCodes.length, options.orders),
        exactly('refused', String(refusals), 'none'),
        exactly('unknown', String(unanswered), 'none'),
        never('deadlocks', deadlocks),
        never('acknowledged and lost', lost),
        never('stored without an acknowledgement', kept),
        never('levels other than the orders took', wrong.length),
        timed(isFull, below('p99', percentile(times, 0.99), SLOWEST_MS, 'ms')),
      ],
      notes: { 'p50 ms': Math.round(percentile(times, 0.5)) },
    }
  },
}

const countDeadlocks = () =>
  withOwner(async (owner) => {
    const { rows } = await owner.query<{ n: number }>(
      'select deadlocks::int as n from pg_stat_database where datname = current_database()',
    )
    return rows[0]!.n
  })

import { setTimeout as wait } from 'node:timers/promises'
import { closeDatabase } from '../../../lib/core/db'
import type { PlacedOrder } from '../../../lib/sales/orders/place-order'
import { callUntilAnswered, callAction, Tally, type Call, type Seller } from '../call-action'
import { addProducts, compareOrders, listLevels, openCompanyHarness, orderCall } from '../company'
import { below, exactly, never, type Scenario } from '../scenario'

type Options = { stops: number; clients: number; products: number }

const STOCK = 1_000_000
const BACK_WITHIN_MS = 10_000
/** Given up: it does not come back by itself. */
const GONE_AFTER_MS = 60_000

export const databaseStops: Scenario<Options> = {
  name: 'database-stops',
  claim: 'database stopped hard 20 times under load: every acknowledged write there; app back < 10 s without a restart',
  options: { short: { stops: 3, clients: 8, products: 20 }, full: { stops: 20, clients: 32, products: 20 } },
  mutants: [
    {
      name: 'flush',
      removes: 'that what is acknowledged lies on the disk (synchronous_commit)',
      remove: async (stage) =>
        void (await stage.asAdministrator('ALTER ROLE mascate_app SET synchronous_commit = off')),
    },
  ],
  async run({ options, random, stage }) {
    const harness = await openCompanyHarness('Database stopped', options.clients + stage.apps.length)
    const products = await addProducts(harness, options.products, STOCK)
    await closeDatabase()
    const webs = stage.listWebs()
    const probes = harness.sellers.slice(options.clients)
    const placedCodes: string[] = []
    const refusals = new Tally()
    const unanswered = new Tally()
    let unknown = 0
    let isOver = false
    const one = () => orderCall(harness, [{ productId: random.pick(products), quantity: 1 }])
    const load = harness.sellers.slice(0, options.clients).map(async (seller, lane) => {
      while (!isOver) {
        const apps = lane % 2 === 0 ? stage.apps : stage.apps.toReversed()
        const answer = await callUntilAnswered<PlacedOrder>(apps, seller, one(), unanswered)
        if (answer.kind === 'accepted') placedCodes.push(answer.data.id)
        else if (answer.kind === 'refused') refusals.add(answer.code)
        else unknown += 1
      }
    })

    const returns: number[] = []
    try {
      for (let stop = 0; stop < options.stops && !stage.hasEnded(); stop += 1) {
        await wait(random.between(1000, 3000))
        await stage.stopDatabaseHard()
        const back = probes.map((probe, app) => untilSaved(stage.apps[app]!, probe, one(), placedCodes))
        returns.push(Math.max(...(await Promise.all(back))))
      }
    } finally {
      isOver = true
      await Promise.all(load)
    }

    const { lost, unanswered: kept, reportedTwice } = await compareOrders(harness.id, placedCodes)
    const levels = await listLevels(harness.id)
    const reserved = levels.reduce((sum, level) => sum + level.reserved, 0)
    const wrong = levels.filter(
      (level) => level.reserved !== level.ledgerReserved || level.onHand !== level.ledgerOnHand,
    )
    const same = stage.hasEnded() ? 0 : stage.listWebs().filter((pid, app) => pid === webs[app]).length
    return {
      accepted: placedCodes.length,
      refused: refusals.total,
      unknown,
      companies: [harness],
      figures: [
        exactly('stops', returns.length, options.stops),
        exactly('refused', String(refusals), 'none'),
        exactly('unknown', unknown, 0),
        never('acknowledged and lost', lost),
        never('stored without an acknowledgement', kept),
        never('one order acknowledged to two', reportedTwice),
        exactly('units reserved', reserved, placedCodes.length),
        never('levels other than their ledger', wrong.length),
        exactly('app processes that were not started again', same, webs.length),
        below('the slowest return', Math.max(...returns), BACK_WITHIN_MS, 'ms'),
      ],
      notes: { 'asked again': String(unanswered) },
    }
  },
}

/** Milliseconds until that process saves an order again; what it saved without telling is asked for by the same key. */
async function untilSaved(app: string, seller: Seller, call: Call, placedCodes: string[]): Promise<number> {
  const since = performance.now()
  while (performance.now() - since < GONE_AFTER_MS) {
    const answer = await callAction<PlacedOrder>(app, seller, call)
    if (answer.kind === 'accepted') {
      placedCodes.push(answer.data.id)
      return performance.now() - since
    }
    await wait(50)
  }
  return Infinity
}

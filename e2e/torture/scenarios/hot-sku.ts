import { closeDatabase } from '../../../lib/core/db'
import type { PlacedOrder } from '../../../lib/sales/orders/place-order'
import { timeBareOrders } from '../bare-orders'
import { callUntilAnswered, callAction, inParallel, Tally } from '../call-action'
import { addProducts, compareOrders, listLevels, openCompanyHarness, orderCall } from '../company'
import { refusalOfShortStock, removeFromFunction, runAsOwner } from '../guards'
import { exactly, never, type Scenario } from '../scenario'
import { untilHealthy } from '../stage'

type Options = { orders: number; clients: number; appKills: number; databaseStops: number }

/** Both app processes and both workers hold at most so many connections of the pool that writes. */
const CONNECTIONS = 20
/** Only the first of the web processes is under the supervisor, which gives up after six ends in a minute. */
const BOTH = 2

/**
 * One of so many callers hangs up at first, before or after its order is saved, and retries as if without an answer.
 */
const HUNG_UP_EVERY = 20
const PATIENCE_MS = [10, 300] as const

export const hotSku: Scenario<Options> = {
  name: 'hot-sku',
  claim:
    'one hot SKU: 10,000 orders against stock 5,000, 64 clients, 2 app processes, app killed -9 five times, database stopped hard twice: ' +
    'exactly 5,000 accepted, ledger sum = level, available = 0, none lost, none twice',
  options: {
    short: { orders: 600, clients: 16, appKills: 2, databaseStops: 1 },
    full: { orders: 10_000, clients: 64, appKills: 5, databaseStops: 2 },
  },
  mutants: [
    {
      name: 'stock',
      removes: 'the refusal of what is not there, in book_stock',
      fromFunction: refusalOfShortStock,
    },
    {
      name: 'lock',
      removes: 'the locks of what is taken, in lock_stock and book_stock',
      remove: () => removeFromFunction({ of: 'lock_stock', guard: /FOR UPDATE/ }),
      fromFunction: { of: 'book_stock', guard: /FOR UPDATE/ },
    },
    {
      name: 'key',
      removes: 'the key of answered calls, by which the same call asked again is known',
      remove: () => runAsOwner('ALTER TABLE idempotency DROP CONSTRAINT idempotency_pkey'),
    },
  ],
  async run({ options, random, stage }) {
    const stock = options.orders / 2
    const harness = await openCompanyHarness('Hot SKU', options.clients)
    const [product] = await addProducts(harness, 1, stock)
    await closeDatabase()

    const faults = random.shuffle([
      ...Array.from({ length: options.appKills }, (_, number) => ({ kind: 'kill' as const, app: number % BOTH })),
      ...Array.from({ length: options.databaseStops }, () => ({ kind: 'stop' as const, app: 0 })),
    ])
    // Spread over the run, each somewhere in its part of it.
    const places = faults.map((_, part) => ((part + 0.2 + 0.6 * random.next()) / faults.length) * options.orders)
    const patiences = Array.from({ length: options.orders }, () => random.between(...PATIENCE_MS))
    const strike = ({ kind, app }: (typeof faults)[number]) =>
      kind === 'stop' ? stage.stopDatabaseHard() : stage.killWeb(app)
    const struck: Promise<void>[] = []
    const placedCodes: string[] = []
    const refusals = new Tally()
    const unanswered = new Tally()
    let unknown = 0
    let settled = 0

    const since = performance.now()
    await inParallel(options.clients, options.orders, async (index, lane) => {
      const apps = index % 2 === 0 ? stage.apps : stage.apps.toReversed()
      const call = orderCall(harness, [{ productId: product!, quantity: 1 }])
      const seller = harness.sellers[lane]!
      if (index % HUNG_UP_EVERY === 0) await callAction(apps[0]!, seller, call, patiences[index]!)
      const answer = await callUntilAnswered<PlacedOrder>(apps, seller, call, unanswered)
      if (answer.kind === 'accepted') placedCodes.push(answer.data.id)
      else if (answer.kind === 'refused') refusals.add(answer.code)
      else unknown += 1
      settled += 1
      while (struck.length < faults.length && settled >= places[struck.length]!) {
        const struckNow = strike(faults[struck.length]!)
        struckNow.catch(() => undefined)
        struck.push(struckNow)
      }
    })
    const seconds = (performance.now() - since) / 1000
    await Promise.all(struck)
    await Promise.all(stage.apps.map((app) => untilHealthy(app)))

    const [level] = await listLevels(harness.id)
    const { lost, unanswered: kept, reportedTwice } = await compareOrders(harness.id, placedCodes)
    const bareSeconds = await timeBareOrders(options.orders, stock, CONNECTIONS, stage.settings.DATABASE_URL!)
    return {
      accepted: placedCodes.length,
      refused: refusals.total,
      unknown,
      companies: [harness],
      figures: [
        exactly('accepted', placedCodes.length, stock),
        exactly('refused', String(refusals), `insufficientStock ${options.orders - stock}`),
        exactly('unknown', unknown, 0),
        never('acknowledged and lost', lost),
        never('stored without an acknowledgement', kept),
        never('one order acknowledged to two', reportedTwice),
        never('available', level!.onHand - level!.reserved),
        exactly('level', `${level!.onHand} ${level!.reserved}`, `${level!.ledgerOnHand} ${level!.ledgerReserved}`),
        exactly('faults', struck.length, faults.length),
      ],
      notes: {
        seconds: Math.round(seconds * 10) / 10,
        'seconds of the same statements without the app, without faults': Math.round(bareSeconds * 10) / 10,
        'asked again': String(unanswered),
      },
    }
  },
}

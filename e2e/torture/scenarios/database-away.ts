import { setTimeout as wait } from 'node:timers/promises'
import type { PlacedOrder } from '../../../lib/sales/orders/place-order'
import { inspect } from '../../../lib/testing/harnesses/database'
import { openAway, type Away } from '../away'
import { callUntilAnswered, callAction, Tally, type Seller } from '../call-action'
import { addProducts, compareOrders, openCompanyHarness, orderCall } from '../company'
import { look, SAYS_SO, WHOLE } from '../look'
import { withoutGuard } from '../mutant-copy'
import { below, exactly, never, type Figure, type Scenario, type TextMutant } from '../scenario'
import { openScreen, type Screen } from '../screen'
import { verifyCompanies } from '../verify'

type Options = { seconds: number; clients: number }
type Manner = 'refused' | 'silent'

const ANSWERED_WITHIN_MS = 6000
const HEALED_WITHIN_MS = 5000
const ALIVE_WITHIN_MS = 1000
const PATIENCE_MS = 15_000
/** Given up: it does not heal by itself. */
const GONE_AFTER_MS = 60_000

const silence: TextMutant = {
  name: 'silence',
  removes: 'the doubt about a connection on which nothing comes',
  texts: [
    { file: 'lib/core/database/database-reach.ts', find: /const SILENT_MS = \d+/, put: 'const SILENT_MS = 3_600_000' },
  ],
}

const patience: TextMutant = {
  name: 'patience',
  removes: "the worker's waiting for a database that is away",
  texts: [
    {
      file: 'lib/worker/worker.ts',
      find: /if \(!isUnreachable\(error\)\) throw error/,
      put: 'if (isUnreachable) throw error',
    },
  ],
}

const again: TextMutant = {
  name: 'again',
  removes: 'that a page which failed is asked for again',
  texts: [
    { file: 'components/shell/route-error.tsx', find: /onClick=\{retry\}/, put: 'onClick={() => undefined}' },
    { file: 'components/shell/route-error.tsx', find: /useAway\(retry\)/, put: 'useAway(() => undefined)' },
  ],
}

export const databaseAway: Scenario<Options> = {
  name: 'database-away',
  claim:
    'database unreachable for 60 s, once refused and once silent: errors within 6 s, healed within 5 s of return, UI usable',
  options: { short: { seconds: 10, clients: 4 }, full: { seconds: 60, clients: 16 } },
  mutants: [silence, patience, again],
  run: ({ options, stage, mutant }) =>
    withoutGuard(mutant as TextMutant | undefined, async (program) => {
      const away = await openAway(stage, program)
      try {
        return await away.inDatabase(() => runAway(away, options))
      } finally {
        await away.stop()
      }
    }),
}

async function runAway(away: Away, options: Options) {
  const harness = await openCompanyHarness('Database away', options.clients)
  const [product] = await addProducts(harness, 1, 1_000_000)
  const buy = () => orderCall(harness, [{ productId: product!, quantity: 1 }])
  const placedCodes: string[] = []
  const [unanswered, refusals, unresolved] = [new Tally(), new Tally(), new Tally()]
  const figures: Figure[] = []
  const screen = await openScreen(away.app, harness.sellers[0]!, '/dashboard/orders')
  const load = {
    screen,
    seconds: options.seconds,
    sellers: harness.sellers,
    buy,
    placedCodes,
    unanswered,
    refusals,
    unresolved,
  }
  const save = async (seller: Seller) => {
    if (away.hasEnded()) return unresolved.add('ended')
    const answer = await callUntilAnswered<PlacedOrder>([away.app], seller, buy(), unanswered)
    if (answer.kind === 'accepted') placedCodes.push(answer.data.id)
    else unresolved.add(answer.kind)
  }
  for (const seller of harness.sellers) await save(seller)
  for (const manner of ['refused', 'silent'] as const) figures.push(...(await cutOnce(away, manner, load)))
  await screen.close()
  for (const seller of harness.sellers) await save(seller)
  const { lost, unanswered: kept, reportedTwice } = await compareOrders(harness.id, placedCodes)
  figures.push(
    exactly('unknown', String(unresolved), 'none'),
    exactly('refused', String(refusals), 'none'),
    never('acknowledged and lost', lost),
    never('stored without an acknowledgement', kept),
    never('one order acknowledged to two', reportedTwice),
    exactly('answered other than as unavailable', unanswered.total - unanswered.of('unavailable'), 0),
    exactly('the product went on by itself', String(!away.hasEnded()), 'true'),
    exactly('processes of it that ended', away.countEnds(), 0),
    ...(await verifyCompanies([harness], away.env)),
  )
  return {
    accepted: placedCodes.length,
    refused: refusals.total,
    unknown: unresolved.total,
    companies: [],
    figures,
    notes: { 'asked again': String(unanswered) },
  }
}

type Load = {
  screen: Screen
  seconds: number
  sellers: Seller[]
  buy: () => ReturnType<typeof orderCall>
  placedCodes: string[]
  unanswered: Tally
  refusals: Tally
  unresolved: Tally
}

/** People go on asking while the database is away: how long each waited, and how soon all is well again. */
async function cutOnce(away: Away, manner: Manner, load: Load): Promise<Figure[]> {
  const { seconds, sellers, buy, placedCodes } = load
  const waits: number[] = []
  const pages = new Tally()
  let isAway = true
  let givenUpAt = Infinity
  const timed = async <T>(run: () => Promise<T>): Promise<T> => {
    const since = performance.now()
    const answer = await run()
    waits.push(performance.now() - since)
    return answer
  }
  const lookAt = (seller: Seller) => look(`${away.app}/dashboard/orders`, seller.cookie)
  const order = async (seller: Seller, call = buy()): Promise<void> => {
    const answer = await timed(() => callAction<PlacedOrder>(away.app, seller, call, PATIENCE_MS))
    if (answer.kind === 'accepted') placedCodes.push(answer.data.id)
    if (answer.kind === 'refused') load.refusals.add(answer.code)
    if (answer.kind !== 'unknown') return
    load.unanswered.add(answer.why)
    if (performance.now() > givenUpAt || away.hasEnded()) return load.unresolved.add(answer.why)
    await wait(100)
    // Under the same key: it may have been saved without a word.
    return order(seller, call)
  }
  const lanes = sellers.map(async (seller, lane) => {
    while (isAway && !away.hasEnded()) {
      if (lane % 2 === 0) await order(seller)
      else pages.add(await timed(() => lookAt(seller)))
      await wait(100)
    }
  })
  const alive = new Tally()
  const watching = (async () => {
    for (; isAway; await wait(500)) alive.add(await isAlive(away.app))
  })()
  await away.wire.cut(manner)
  const [offered] = await Promise.all([load.screen.untilOffered(), wait(seconds * 1000)])
  await away.wire.heal()
  const healedAt = performance.now()
  const showing = load.screen.untilShownAgain()
  isAway = false
  givenUpAt = healedAt + GONE_AFTER_MS
  const probe = buy()
  const saving = untilGood(healedAt, async () => {
    const answer = await callAction<PlacedOrder>(away.app, sellers[0]!, probe, PATIENCE_MS)
    if (answer.kind === 'accepted') placedCodes.push(answer.data.id)
    return answer.kind === 'accepted'
  })
  const seeing = untilGood(healedAt, async () => (await lookAt(sellers[1]!)) === WHOLE)
  const [saved, seen] = await Promise.all([saving, seeing])
  const worked = await untilGood(healedAt, () => hasChained(sellers[0]!.organizationId))
  await Promise.all([...lanes, watching])
  const shown = await showing
  return [
    below(`${manner}: the slowest answer`, Math.max(...waits), ANSWERED_WITHIN_MS, 'ms'),
    below(`${manner}: a screen that says so and offers to try again`, offered, ANSWERED_WITHIN_MS, 'ms'),
    below(`${manner}: that screen by itself or after a click, from the return on`, shown, HEALED_WITHIN_MS, 'ms'),
    below(`${manner}: an order saved after the return`, saved, HEALED_WITHIN_MS, 'ms'),
    below(`${manner}: a page after the return`, seen, HEALED_WITHIN_MS, 'ms'),
    below(`${manner}: the worker at work after the return`, worked, HEALED_WITHIN_MS, 'ms'),
    exactly(`${manner}: /api/live meanwhile, other than 200 within a second`, alive.total - alive.of('200'), 0),
    {
      what: `${manner}: pages meanwhile`,
      found: String(pages),
      wanted: `${SAYS_SO}, or ${WHOLE} before`,
      holds: pages.of(SAYS_SO) > 0 && pages.of(SAYS_SO) + pages.of(WHOLE) === pages.total,
    },
  ]
}

/** The liveness probe does not depend on the database. */
const isAlive = (app: string) =>
  fetch(`${app}/api/live`, { signal: AbortSignal.timeout(ALIVE_WITHIN_MS) }).then(
    ({ status }) => String(status),
    (error: Error) => error.name,
  )

const hasChained = async (id: string) =>
  (await inspect(id, 'SELECT 1 FROM list_organizations_with_work() WHERE organization_id = $1 AND unchained', [id]))
    .length === 0

/** Milliseconds from then until it is. */
async function untilGood(since: number, isGood: () => Promise<boolean>): Promise<number> {
  while (performance.now() - since < GONE_AFTER_MS) {
    if (await isGood()) return performance.now() - since
    await wait(50)
  }
  return Infinity
}

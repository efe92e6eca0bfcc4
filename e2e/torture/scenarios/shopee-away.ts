import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '../../../lib/core/ids'
import { changeAsOwner, inspect, sandboxUrl } from '../../../lib/testing/harnesses/database'
import { openAway, type Away } from '../away'
import { callAction, Tally, type Call } from '../call-action'
import { addProducts, orderCall } from '../company'
import { look, WHOLE } from '../look'
import { withoutGuard } from '../mutant-copy'
import { offerProduct, type Offer } from '../offered-product'
import { connectPlatformShop } from '../platform-shop'
import { below, exactly, type Figure, type Scenario, type TextMutant } from '../scenario'
import { verifyCompanies } from '../verify'

type Options = { seconds: number; orders: number }
type Manner = 'refused' | 'silent'
type Shop = Awaited<ReturnType<typeof connectPlatformShop>>

const ANSWERED_WITHIN_MS = 6000
const HEALED_WITHIN_MS = 5000
const PATIENCE_MS = 20_000
/**
 * No sync or test is requested for this long before the return, longer than the last of them can last: the product
 * itself must retry.
 */
const UNREQUESTED_MS = 8000
const BOTH = 'price, stock'
const AWAY = 'shopPlatformAway'
const PLANNED_WITHIN_MS = 30_000
const GONE_AFTER_MS = 120_000

const patience: TextMutant = {
  name: 'patience',
  removes: 'that a call to the platform waits less than six seconds',
  texts: [
    { file: 'lib/connect/shops/tokens.ts', find: /deadlineMs: 5000/, put: 'deadlineMs: 30_000' },
    { file: 'lib/shopee/transport.ts', find: /Math\.min\(5000, timeoutMs\)/, put: 'timeoutMs' },
  ],
}

const probe: TextMutant = {
  name: 'probe',
  removes: 'that a platform which is away is asked again every few seconds',
  texts: [
    { file: 'lib/connect/sync/streams/run-stream.ts', find: /const PROBE_MS = \d+/, put: 'const PROBE_MS = 60_000' },
  ],
}

const intoSilence: TextMutant = {
  name: 'into-silence',
  removes: 'that a refresh token goes out only where the platform has just answered',
  texts: [{ file: 'lib/shopee/tokens.ts', find: /await requireAnswer\(caller, path\)/, put: '' }],
}

const held: TextMutant = {
  name: 'held',
  removes: 'that what waited for the platform is sent as soon as it is back',
  texts: [{ file: 'lib/connect/sync/streams/run-stream.ts', find: /await releaseListingUpdates\(db, shop\)/, put: '' }],
}

export const shopeeAway: Scenario<Options> = {
  name: 'shopee-away',
  claim: 'Shopee unreachable for 60 s, once refused and once silent: errors within 6 s, healed within 5 s, UI usable',
  options: { short: { seconds: 16, orders: 3 }, full: { seconds: 60, orders: 20 } },
  mutants: [patience, probe, intoSilence, held],
  run: ({ options, stage, mutant }) =>
    withoutGuard(mutant as TextMutant | undefined, async (program) => {
      const marketplace = sandboxUrl()
      const away = await openAway(stage, program)
      try {
        return await away.inDatabase(() => runAway(away, marketplace, options))
      } finally {
        await away.stop()
      }
    }),
}

async function runAway(away: Away, marketplace: string, { seconds, orders }: Options) {
  const shop = await connectPlatformShop({ apps: [away.app], platform: away.platform }, marketplace, 'Shopee away')
  await untilGood(performance.now(), () => isHere(shop))
  const [product, offered] = await addProducts(shop.harness, 2, 1_000_000)
  const offer = await offerProduct(away.app, shop, offered!)
  const results: AwayResults = {
    saved: 0,
    refusals: new Tally(),
    unanswered: new Tally(),
    pages: new Tally(),
    tests: new Tally(),
  }
  const figures: Figure[] = []
  for (const manner of ['refused', 'silent'] as const)
    figures.push(...(await cutOnce(away, shop, manner, { seconds, orders, product: product!, offer }, results)))
  const [{ own, status, generation }] = (await inspect(
    shop.harness.id,
    `SELECT (SELECT count(*)::int FROM orders WHERE platform IS DISTINCT FROM 'shopee') AS own,
       (SELECT status::text FROM shop WHERE id = $1) AS status, (SELECT generation FROM shop_token WHERE shop_id = $1) AS generation`,
    [shop.shopId],
  )) as [{ own: number; status: string; generation: number }]
  figures.push(
    exactly('own orders saved meanwhile that are there', own, results.saved),
    exactly('refused', String(results.refusals), 'none'),
    exactly('unknown', String(results.unanswered), 'none'),
    exactly('prices sent to the platform', await offer.countShown(), 2),
    exactly('the shop', status, 'active'),
    exactly('token generations', generation, 3),
    exactly('processes of the product that ended', away.countEnds(), 0),
    ...(await verifyCompanies([shop.harness], away.env)),
  )
  return {
    accepted: results.saved,
    refused: results.refusals.total,
    unknown: results.unanswered.total,
    companies: [],
    figures,
  }
}

type AwayResults = { saved: number; refusals: Tally; unanswered: Tally; pages: Tally; tests: Tally }

/** People go on working while the platform is away, whose shop's token runs out at that moment and which gets orders of its own. */
async function cutOnce(
  { app, platformWire }: Away,
  shop: Shop,
  manner: Manner,
  { seconds, orders, product, offer }: Options & { product: string; offer: Offer },
  results: AwayResults,
): Promise<Figure[]> {
  const waits: number[] = []
  let [isAway, isRequested, isCut] = [true, true, false]
  const timed = async <T>(callApp: () => Promise<T>): Promise<T> => {
    const since = performance.now()
    const answer = await callApp()
    waits.push(performance.now() - since)
    return answer
  }
  const callApp = async (call: Call) => {
    const answer = await timed(() => callAction(app, shop.seller, call, PATIENCE_MS))
    if (answer.kind === 'unknown') results.unanswered.add(`${call.name} ${answer.why}`)
    return answer
  }
  const lanes = [
    async () => {
      const answer = await callApp(orderCall(shop.harness, [{ productId: product, quantity: 1 }]))
      if (answer.kind === 'accepted') results.saved += 1
      if (answer.kind === 'refused') results.refusals.add(answer.code)
    },
    async () => {
      if (!isRequested) return
      const answer = await callApp({ name: 'syncShopAction', key: newId(), input: { id: shop.shopId } })
      if (answer.kind === 'refused') results.refusals.add(answer.code)
    },
    async () => {
      if (!isRequested) return
      const wasCut = isCut
      const answer = await callApp({ name: 'testShopAction', key: newId(), input: { id: shop.shopId } })
      // One that crosses the cut or the return may have been answered by either.
      if (wasCut && isCut) results.tests.add(answer.kind === 'refused' ? answer.code : answer.kind)
    },
    async () => {
      for (const page of ['orders', 'shops', 'products'])
        results.pages.add(await timed(() => look(`${app}/dashboard/${page}`, shop.seller.cookie)))
    },
  ].map(async (work) => {
    while (isAway) {
      await work()
      await wait(500)
    }
  })
  /** Once each: accepted as work that waits. */
  const change = async () => {
    for (const call of offer.nextChange()) {
      const answer = await callApp(call)
      if (answer.kind === 'refused') results.refusals.add(answer.code)
    }
  }
  await platformWire.cut(manner)
  isCut = true
  await changeAsOwner(shop.harness.id, 'UPDATE shop_token SET access_expires_at = now() WHERE shop_id = $1', [
    shop.shopId,
  ])
  await shop.place(orders)
  await Promise.all([change(), wait(seconds * 1000 - UNREQUESTED_MS)])
  isRequested = false
  await wait(UNREQUESTED_MS)
  const waiting = await untilBothWait(offer)
  isCut = false
  await platformWire.heal()
  const healedAt = performance.now()
  isAway = false
  const [healed, shown] = await Promise.all([
    untilGood(healedAt, () => isHere(shop)),
    untilGood(healedAt, () => offer.isShown()),
  ])
  await Promise.all(lanes)
  const [pages, tests] = [String(results.pages), String(results.tests)]
  return [
    below(`${manner}: the slowest answer`, Math.max(...waits), ANSWERED_WITHIN_MS, 'ms'),
    below(`${manner}: what was ordered there is here`, healed, HEALED_WITHIN_MS, 'ms'),
    exactly(`${manner}: updates that wait for the platform`, waiting, BOTH),
    below(`${manner}: stock and price set here are there`, shown, HEALED_WITHIN_MS, 'ms'),
    {
      what: `${manner}: pages meanwhile`,
      found: pages,
      wanted: `all ${WHOLE}`,
      holds: results.pages.of(WHOLE) === results.pages.total,
    },
    {
      what: `${manner}: tests of the shop meanwhile`,
      found: tests,
      wanted: `all ${AWAY}`,
      holds: results.tests.total > 0 && results.tests.of(AWAY) === results.tests.total,
    },
  ]
}

/** Waits until all the work is queued; a worker whose jobs hang in a silent wire may plan it a little later. */
async function untilBothWait(offer: Offer): Promise<string> {
  const until = Date.now() + PLANNED_WITHIN_MS
  for (;;) {
    const waiting = await offer.listWaiting()
    if (waiting === BOTH || Date.now() > until) return waiting
    await wait(500)
  }
}

/** All orders of the platform, and the shop whole. */
async function isHere(shop: Shop): Promise<boolean> {
  const [ours, there] = [await shop.listOurs(), await shop.listOracle()]
  if (there.some(({ code }) => !ours.has(code))) return false
  const rows = await inspect(shop.harness.id, 'SELECT FROM shop WHERE id = $1 AND degraded_since IS NULL', [
    shop.shopId,
  ])
  return rows.length === 1
}

/** Milliseconds from then until it is. */
async function untilGood(since: number, isGood: () => Promise<boolean>): Promise<number> {
  while (performance.now() - since < GONE_AFTER_MS) {
    if (await isGood()) return performance.now() - since
    await wait(50)
  }
  return Infinity
}

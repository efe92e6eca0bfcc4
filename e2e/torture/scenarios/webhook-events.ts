import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { closeDatabase } from '../../../lib/core/db'
import { withOwner } from '../../../lib/testing/harnesses/database'
import { inParallel, Tally } from '../call-action'
import { runAsOwner } from '../guards'
import { openPlatformShop } from '../platform-shop'
import { atLeast, below, exactly, never, percentile, timed, type Mutant, type Scenario } from '../scenario'
import { untilHealthy, type Stage } from '../stage'

type Options = { pushes: number; lanes: number; restarts: number }
type SignedEvent = { body: string; isGenuine: boolean }

const STEPS = ['ship', 'pick-up', 'deliver', 'complete']
const EVENTS_OF_AN_ORDER = 11
const SLOWEST_MS = 500
const WORKED_OFF_WITHIN_MS = 1_800_000
const ATTEMPTS = 600
/** Shares of the events sent in a round. */
const [TWICE, FORGED] = [0.3, 0.05]
/** Errors of a killed process: none of them counts as slow. */
const CUT_OFF = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])
const FORGER = 'another key of sixteen bytes'

const key: Mutant = { name: 'key', removes: 'that the forger does not have the key' }

export const webhookEvents: Scenario<Options> = {
  name: 'pushes',
  claim:
    '10,000 pushes, shuffled, 30 % twice, 5 % forged, app restarted three times: state equals the in-order oracle; ' +
    'all forgeries refused; p99 answer < 500 ms',
  options: { short: { pushes: 330, lanes: 4, restarts: 3 }, full: { pushes: 10_000, lanes: 8, restarts: 3 } },
  mutants: [
    {
      name: 'once',
      removes: 'that a push is kept once by the hash of its bytes',
      remove: () => runAsOwner('DROP INDEX push_inbox_platform_body_hash_key'),
      fromFunction: { of: 'store_webhook_event', guard: /ON CONFLICT \(platform, body_hash\) DO NOTHING/ },
    },
    key,
  ],
  async run({ options, random, stage, isFull, mutant }) {
    const keys = {
      genuine: stage.platform.SHOPEE_PUSH_PARTNER_KEY,
      forged: mutant === key ? stage.platform.SHOPEE_PUSH_PARTNER_KEY : FORGER,
    }
    const shop = await openPlatformShop(stage)
    await closeDatabase()
    const orders = await shop.place(Math.ceil(options.pushes / EVENTS_OF_AN_ORDER))
    const stepOf = new Map(orders.map((orderSn) => [orderSn, 0]))
    const tally: DeliveryResults = { answers: new Tally(), retried: new Tally(), unanswered: 0, times: [] }
    const genuine = new Set<string>()
    let held: string[] = []
    let [again, forged, seen, behind, restarts] = [0, 0, 0, 0, 0]
    for (let round = 0; round <= options.restarts; round += 1) {
      const isLast = round === options.restarts
      const ways = orders.map((orderSn) => {
        const at = stepOf.get(orderSn)!
        return { orderSn, steps: STEPS.slice(at, isLast ? undefined : at + random.between(0, 1)) }
      })
      await inParallel(options.lanes, ways.length, async (at) => {
        const { orderSn, steps } = ways[at]!
        for (const step of steps) await shop.move(orderSn, step)
        stepOf.set(orderSn, stepOf.get(orderSn)! + steps.length)
      })
      const all = await shop.listWebhookEvents()
      const fresh = [...held, ...all.slice(seen)]
      seen = all.length
      // Some come only with those of the next round, behind what happened after them.
      held = isLast ? [] : fresh.filter(() => random.chance(0.2))
      const now = fresh.filter((body) => !held.includes(body))
      for (const body of now) genuine.add(body)
      const part = (share: number) => random.shuffle(now).slice(0, Math.ceil(now.length * share))
      const twice = part(TWICE)
      const lies = part(FORGED).map((body) => body.replace(/"timestamp":\d+/, '"timestamp":1'))
      again += now.length - new Set(now).size + twice.length
      forged += lies.length
      const sent = random.shuffle([
        ...[...now, ...twice].map((body) => ({ body, isGenuine: true })),
        ...lies.map((body) => ({ body, isGenuine: false })),
      ])
      const restart = round === 0 ? -1 : random.between(0, sent.length - 1)
      await inParallel(options.lanes, sent.length, async (index) => {
        if (index === restart) {
          await Promise.all([stage.killWeb(round % stage.apps.length), stage.killWorkers()])
          restarts += 1
        }
        await deliverUntilAnswered(stage, keys, sent[index]!, index, tally)
      })
      if (isLast) continue
      await untilWorkedOff(shop.number)
      behind += (await listWrong(shop)).filter(({ code }) => !held.some((body) => body.includes(code))).length
    }
    await Promise.all(stage.apps.map((app) => untilHealthy(app)))
    const seconds = await untilWorkedOff(shop.number)

    const inbox = await countInbox(shop.number)
    const [ours, oracle] = [await shop.listOurs(), await shop.listOracle()]
    const wrong = await listWrong(shop)
    const [first] = wrong.map(({ code, state }) => `${code}: ${ours.get(code)} instead of ${state}`)
    return {
      accepted: tally.answers.of('genuine 200'),
      refused: tally.answers.of('forged 401'),
      unknown: tally.unanswered,
      companies: [shop.harness],
      figures: [
        atLeast('pushes, each counted once', genuine.size, options.pushes),
        atLeast('twice, %', (again / genuine.size) * 100, TWICE * 100),
        atLeast('forged, %', (forged / genuine.size) * 100, FORGED * 100),
        exactly('times the app was killed', restarts, options.restarts),
        exactly('never answered', tally.unanswered, 0),
        exactly('genuine ones answered 200', tally.answers.of('genuine 200'), genuine.size + again),
        exactly('forgeries answered 401', tally.answers.of('forged 401'), forged),
        never('forgeries accepted', tally.answers.of('forged 200')),
        exactly('kept', inbox.all, genuine.size),
        never('kept more than once', Math.max(0, inbox.all - genuine.size)),
        exactly('not worked off', inbox.waiting, 0),
        exactly('orders here', ours.size, orders.length),
        exactly('orders there', oracle.length, orders.length),
        exactly('orders other than there between the rounds, of which no push was held back', behind, 0),
        never('orders other than the oracle', wrong.length),
        timed(isFull, below('p99', percentile(tally.times, 0.99), SLOWEST_MS, 'ms')),
      ],
      notes: {
        ...(first && { 'other than the oracle': first }),
        'sent again': String(tally.retried),
        'worked off, seconds after the last': Math.round(seconds),
      },
    }
  },
}

type PlatformShop = Awaited<ReturnType<typeof openPlatformShop>>

/** Orders that are in another state here than at the platform. */
async function listWrong(shop: PlatformShop) {
  const [ours, oracle] = [await shop.listOurs(), await shop.listOracle()]
  return oracle.filter(({ code, state }) => ours.get(code) !== state)
}

type DeliveryResults = { answers: Tally; retried: Tally; unanswered: number; times: number[] }

/** As the platform: what is not answered is sent again, to whichever process is there, until it is. */
async function deliverUntilAnswered(
  { apps, platform }: Stage,
  keys: { genuine: string; forged: string },
  { body, isGenuine }: SignedEvent,
  turn: number,
  results: DeliveryResults,
): Promise<void> {
  const authorization = createHmac('sha256', isGenuine ? keys.genuine : keys.forged)
    .update(`${platform.SHOPEE_PUSH_URL}|${body}`)
    .digest('hex')
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const since = performance.now()
    const status = await deliver(apps[(turn + attempt) % apps.length]!, body, authorization)
    if (!CUT_OFF.has(String(status))) results.times.push(performance.now() - since)
    if (status === 200 || status === 401) return results.answers.add(`${isGenuine ? 'genuine' : 'forged'} ${status}`)
    results.retried.add(String(status))
    await wait(100)
  }
  results.unanswered += 1
}

async function deliver(app: string, body: string, authorization: string): Promise<number | string> {
  try {
    const answer = await fetch(`${app}/api/shopee/webhook`, {
      method: 'POST',
      body,
      headers: { authorization },
      signal: AbortSignal.timeout(10_000),
    })
    await answer.body?.cancel()
    return answer.status
  } catch (error) {
    return (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).name
  }
}

const countInbox = (number: number) =>
  withOwner(async (owner) => {
    const { rows } = await owner.query<{ all: number; waiting: number }>(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE state = 'waiting')::int AS waiting FROM webhook_inbox WHERE external_shop_id = $1`,
      [String(number)],
    )
    return rows[0]!
  })

async function untilWorkedOff(number: number): Promise<number> {
  const since = performance.now()
  while ((await countInbox(number)).waiting > 0 && performance.now() - since < WORKED_OFF_WITHIN_MS) await wait(500)
  return (performance.now() - since) / 1000
}

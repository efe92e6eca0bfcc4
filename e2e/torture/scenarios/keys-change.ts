import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { inspect, sandboxUrl } from '../../../lib/testing/harnesses/database'
import { root } from '../../bench/product'
import { watchShops, type Shop } from '../requested-shops'
import { callUntilAnswered, Tally, type Call, type Seller } from '../call-action'
import { addProducts, compareOrders, openCompanyHarness, orderCall, type CompanyHarness } from '../company'
import { keysOf } from '../own-database'
import { connectPlatformShop } from '../platform-shop'
import { exactly, never, type Context, type Figure, type Mutant, type Scenario } from '../scenario'
import { makeKey, openMachines, type Keys } from '../two-machines'
import { verifyCompanies } from '../verify'

type Options = { changes: number; clients: number; quietMs: number }
type Machines = Awaited<ReturnType<typeof openMachines>>
type ChangeResults = { orders: string[]; unknown: number; refusals: Tally; unanswered: Tally }

const PAUSE_MS = 300
/** The page for signing in, to which a call without a session is led. */
const LED_TO_SIGN_IN = 'status 200'

const known: Mutant = { name: 'known', removes: 'that a new key is named to all before one process links with it' }
const earlier: Mutant = { name: 'earlier', removes: 'that the key before is named beside the new one' }
const rotated: Mutant = { name: 'rotated', removes: 'that values under the earlier key are encrypted again' }

export const keysChange: Scenario<Options> = {
  name: 'keys-change',
  claim:
    'the three keys of an installation changed while two machines serve, one after the other: no user is signed out, every shop called, no order lost, every audit log intact, nothing left under an earlier key',
  options: {
    short: { changes: 1, clients: 4, quietMs: 1000 },
    full: { changes: 4, clients: 16, quietMs: 5000 },
  },
  mutants: [known, earlier, rotated],
  async run(context) {
    const marketplace = sandboxUrl()
    const machines = await openMachines(context.stage)
    try {
      return await machines.enter(() => runChanges(machines, marketplace, context))
    } finally {
      await machines.stop()
    }
  },
}

async function runChanges(
  machines: Machines,
  marketplace: string,
  { options, random, stage, mutant }: Context<Options>,
) {
  const harness = await openCompanyHarness('Keys change', options.clients)
  const products = await addProducts(harness, 20, 1_000_000)
  const place = { apps: machines.apps, platform: machines.platform }
  // One whose pair is refreshed under each key, and one whose pair only `keys:rotate` takes along.
  const refreshed = await connectPlatformShop(place, marketplace, 'Keys change: refreshed')
  const untouched = await connectPlatformShop(place, marketplace, 'Keys change: untouched')
  const shops = watchShops([refreshed, untouched])
  const results: ChangeResults = { orders: [], unknown: 0, refusals: new Tally(), unanswered: new Tally() }
  let isOver = false
  const whileChanged = async (work: (app: string) => Promise<unknown>) => {
    for (let turn = 0; !isOver; turn += 1) {
      await work(machines.apps[turn % machines.apps.length]!)
      await wait(PAUSE_MS)
    }
  }
  const order = () => orderCall(harness, [{ productId: random.pick(products), quantity: 1 }])
  const requestShop = async (app: string, shop: Shop) => {
    await renewCookie(app, shop.seller)
    await shops.request(app, shop, results)
  }
  const lanes = [
    ...harness.sellers.map((seller) => whileChanged((app) => sell(app, machines.apps, seller, order(), results))),
    ...[refreshed, untouched].map((shop) => whileChanged((app) => requestShop(app, shop))),
  ]
  const rotations: string[] = []
  const step = (next: Keys) => shops.step(() => machines.change(next, options.quietMs))
  const sellers = [...harness.sellers, refreshed.seller, untouched.seller]
  let keys: Keys = keysOf(stage.settings)
  try {
    for (let change = 0; change < options.changes; change += 1)
      keys = await changeOnce(machines, { keys, mutant, step, rotations, sellers })
  } finally {
    isOver = true
    await Promise.all(lanes)
  }
  const { orders, unknown, refusals, unanswered } = results
  const { lost, unanswered: kept, reportedTwice } = await compareOrders(harness.id, orders)
  const figures: Figure[] = [
    exactly('keys:rotate ended with', rotations.join(' '), Array(options.changes).fill('0').join(' ')),
    exactly('refused', String(refusals), 'none'),
    exactly('unknown', unknown, 0),
    never('signed out', unanswered.of(LED_TO_SIGN_IN)),
    never('values that a missing key made unreadable', unanswered.of('unexpected')),
    never('acknowledged and lost', lost),
    never('stored without an acknowledgement', kept),
    never('one order acknowledged to two', reportedTwice),
    exactly('keys that chained the trail', await countChainKeys(harness), options.changes + 1),
    ...shops.figures(),
    exactly('shops connected', await listStates([refreshed, untouched]), 'active active'),
    ...(await verifyCompanies([harness, refreshed.harness, untouched.harness], machines.commandEnv(keys))),
  ]
  return {
    accepted: orders.length,
    refused: refusals.total,
    unknown,
    companies: [],
    figures,
    notes: { 'asked again': String(unanswered), ...shops.notes() },
  }
}

type Change = {
  keys: Keys
  mutant: Mutant | undefined
  step: (next: Keys) => Promise<void>
  rotations: string[]
  sellers: Seller[]
}

/** As docs/operations.md says it. Answers the keys in force. */
async function changeOnce(machines: Machines, { keys, mutant, step, rotations, sellers }: Change): Promise<Keys> {
  const made = { NEXTAUTH_SECRET: makeKey(), ENCRYPTION_KEY: makeKey(), AUDIT_CHAIN_KEY: makeKey() }
  const named = (by: Keys) => ({
    PREVIOUS_NEXTAUTH_SECRETS: by.NEXTAUTH_SECRET!,
    PREVIOUS_ENCRYPTION_KEYS: by.ENCRYPTION_KEY!,
  })
  const links = [keys.AUDIT_CHAIN_KEY, keys.PREVIOUS_AUDIT_CHAIN_KEYS].filter(Boolean).join(',')
  const alone = { ...keys, ...made, PREVIOUS_AUDIT_CHAIN_KEYS: links }
  if (mutant !== known) await step({ ...keys, ...named(made) })
  const inForce = { ...alone, ...(mutant === earlier ? {} : named(keys)) }
  await step(inForce)
  rotations.push(mutant === rotated ? '0' : rotate(machines.commandEnv(inForce)))
  // In an installation twelve hours pass here.
  for (const seller of sellers) await renewCookie(machines.apps[0]!, seller)
  await step(alone)
  return alone
}

function rotate(env: NodeJS.ProcessEnv): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/keys-rotate.mjs'], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  return status === 0 ? '0' : `${status}: ${`${stdout}${stderr}`.trim().split('\n').slice(-3).join('; ')}`
}

async function sell(
  app: string,
  apps: readonly string[],
  seller: Seller,
  call: Call,
  results: ChangeResults,
): Promise<void> {
  await renewCookie(app, seller)
  const others = apps.filter((other) => other !== app)
  const answer = await callUntilAnswered<{ id: string }>([app, ...others], seller, call, results.unanswered)
  if (answer.kind === 'accepted') results.orders.push(answer.data.id)
  if (answer.kind === 'refused') results.refusals.add(`${call.name} ${answer.code}`)
  if (answer.kind === 'unknown') results.unknown += 1
}

/** Any page of the browser makes this request now and then: the cookie comes back under the key of this process. */
async function renewCookie(app: string, seller: Seller): Promise<void> {
  const answer = await fetch(`${app}/api/auth/session`, { headers: { cookie: seller.cookie } }).catch(() => null)
  await answer?.text()
  const name = seller.cookie.split('=')[0]!
  const given = answer?.headers.getSetCookie().find((one) => one.startsWith(`${name}=`) && !/=;/.test(one))
  if (given) seller.cookie = `${given.split(';')[0]!}; language=pt`
}

const countChainKeys = async ({ id }: CompanyHarness): Promise<number> =>
  (await inspect(id, 'SELECT DISTINCT key_id FROM audit_chain WHERE organization_id = $1', [id])).length

async function listStates(shops: Shop[]): Promise<string> {
  const states: string[] = []
  for (const { harness, shopId } of shops)
    for (const { status } of await inspect<{ status: string }>(
      harness.id,
      'SELECT status::text FROM shop WHERE id = $1',
      [shopId],
    ))
      states.push(status)
  return states.join(' ')
}

import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { openDispatchHarness, step, type DispatchHarness } from '@/lib/testing/harnesses/dispatch-harness'
import { fingerprint } from '@/lib/testing/harnesses/fingerprint'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { renewGrantEnd } from '../../shops/test-connection'
import { fetchTracking } from './fetch-tracking'
import { sendListingUpdates } from '../listing-updates/send-listing-updates'
import { settleSingly } from './sync-escrow'
import { syncHealth } from './sync-health'
import { pollListings } from './sync-listings'
import { syncOrders } from './sync-orders'
import { pollReturns } from './sync-returns'
import { syncWallet } from './sync-wallet'

const { platform } = openShopHarness({
  settings: { trackingDelaySeconds: 0, documentDelaySeconds: 0, invoicesRequired: false },
})

let harness: DispatchHarness
let code: string
beforeAll(async () => {
  harness = await openDispatchHarness(platform())
  const items = [{ itemId: harness.items[0]!, modelId: 0, quantity: 1 }]
  code = (await platform().admin<{ orderSn: string }>('order', { shopId: harness.number, isPaid: true, items })).orderSn
})

const sql = <T extends object>(text: string, given: unknown[] = []) =>
  inspect<T>(harness.company.organizationId, text, given)
const soon = () => new Date(Date.now() + 1000)
const moveOn = async (...names: string[]) => {
  for (const name of names) await step(harness, code, name)
}
/** As a person who hands the shop's stock to us, and counts it. */
const planUpdates = async () => {
  await sql(`UPDATE shop SET stock_master = 'mascate'`)
  await sql('DELETE FROM listing_update')
  await sql(
    `INSERT INTO listing_update (organization_id, listing_id, kind, wanted) SELECT organization_id, id, 'stock', 7 FROM listing WHERE item_id = $1`,
    [String(harness.items[0])],
  )
}
const giveBack = () => platform().admin('return', { orderSn: code, kind: 'refund_only' })

const payIn = () =>
  platform().platform.pool.query(
    `INSERT INTO wallet_transaction (shop_id, type, amount_cents, balance_cents, create_time) VALUES ($1, 'ADJUSTMENT_CENTER_ADD', 500, 500, $2)`,
    [harness.number, platform().platform.clock.now() - 30],
  )

/** In the life of one order; what goes before a step is the platform's or a person's doing. */
const steps: [name: string, before: () => Promise<unknown>, run: () => Promise<unknown>, events: string[]][] = [
  ['listings', async () => {}, () => pollListings(harness.shop), ['shop.listingsSynced']],
  ['an order', async () => {}, () => syncOrders(harness.shop, [code]), ['shop.ordersSynced']],
  [
    'an order that moved',
    () => moveOn('ship'),
    () => syncOrders(harness.shop, [code]),
    ['order.statusChanged', 'shop.ordersSynced'],
  ],
  ['a tracking number', async () => {}, () => fetchTracking(harness.shop, [code]), ['order.trackingReceived']],
  ['a stock that is sent', planUpdates, () => sendListingUpdates(harness.company, harness.shopId), ['listing.pushed']],
  [
    'a return',
    async () => {
      await moveOn('pick-up', 'deliver')
      await asWorker(() => syncOrders(harness.shop, [code]))
      await giveBack()
    },
    () => pollReturns(harness.shop, soon()),
    ['shop.returnsSynced'],
  ],
  ['the money of an order', async () => {}, () => settleSingly(harness.shop, [code]), ['shop.moneySynced']],
  ['the wallet', payIn, () => syncWallet(harness.shop), ['shop.moneySynced']],
  [
    'until when the platform lets us in',
    () => sql(`UPDATE shop SET grant_ends_at = now() + interval '3 days'`),
    () => renewGrantEnd(harness.company, harness.shopId),
    ['shop.grantMoved'],
  ],
  ['the health of the shop', async () => {}, () => syncHealth(harness.shop), ['shop.healthSynced']],
]

/** The traces of a refused write: a used number, and the record of its failure. */
const markOf = async () => ({
  ...(await fingerprint(harness.company.organizationId)),
  order_number: '',
  sync_failure: '',
  sync_state: '',
})
const rows = () =>
  sql<{ id: string; event: string; who: string }>(
    'SELECT id, event, actor_kind AS who FROM audit_event WHERE organization_id = current_organization() ORDER BY id',
  )

test.each(steps)('%s: recorded once by the sync with its data, or not stored', async (_name, before, run, events) => {
  await before()
  const mark = await markOf()
  await withOwner((owner) => owner.query('ALTER TABLE audit_event ADD CONSTRAINT unrecorded CHECK (false) NOT VALID'))
  await asWorker(run).catch(() => undefined)
  await withOwner((owner) => owner.query('ALTER TABLE audit_event DROP CONSTRAINT unrecorded'))
  expect(await markOf()).toEqual(mark)

  const known = new Set((await rows()).map(({ id }) => id))
  await asWorker(run)
  const added = (await rows()).filter(({ id }) => !known.has(id))
  expect(added.map(({ event }) => event).toSorted()).toEqual(events)
  expect(new Set(added.map(({ who }) => who))).toEqual(new Set(['sync']))
  await asWorker(run)
  expect(await rows()).toHaveLength(known.size + added.length)
})

import { confirmMiss } from '@/lib/connect/sync/listing-updates/confirm-miss'
import { sendListingUpdates } from '@/lib/connect/sync/listing-updates/send-listing-updates'
import { syncItems } from '@/lib/connect/sync/inbound/sync-listings'
import { clearProcessState } from '@/lib/core/process/process-state'
import { listAuditEvents } from '@/lib/testing/harnesses/company-harness'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { openDispatchHarness, type DispatchHarness } from '@/lib/testing/harnesses/dispatch-harness'
import { envelope, signInAs } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { throughProxy } from '@/lib/testing/harnesses/price-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { listJobs } from '@/lib/testing/harnesses/sync-harness'
import { endMissAction, reportMissAction } from './actions'
import { listMissesFor } from './shelf-miss-views'

process.env.SHOPEE_CALLS_PER_SECOND = '500'
const { platform } = openShopHarness({ settings: { trackingDelaySeconds: 0, invoicesRequired: false } })

let harness: DispatchHarness
let productId: string
beforeEach(async () => {
  await platform().admin('faults-clear')
  harness = await openDispatchHarness(platform())
  await signInAs(harness.company.owner)
  await asWorker(() => syncItems(harness.shop, harness.items.map(String)))
  const mapped = await sql<{ id: string }>(
    `UPDATE listing SET product_id = p.id FROM product p WHERE p.sku = 'CAM' AND listing.sku = 'CAM' RETURNING p.id`,
  )
  productId = mapped[0]!.id
  await sql(`UPDATE shop SET stock_master = 'mascate' WHERE id = $1`, [harness.shopId])
})

const sql = <T extends object>(text: string, given: unknown[] = []) =>
  inspect<T>(harness.company.organizationId, text, given)
const strike = (kind: string, pathPattern: string, more: object = {}) =>
  platform().admin('fault', { kind, count: 2, pathPattern, seed: kind, ...more })
const report = async () => {
  const input = { productId, units: 2, seenOnHand: await onHand(), reason: 'Sumiu' }
  return dataOf(await reportMissAction(envelope(harness.company), input)).missId
}
const undo = async (missId: string) =>
  dataOf(await endMissAction(envelope(harness.company), { missId, found: true, reason: 'Achado' }))
const onHand = async () =>
  Number(
    (await sql<{ units: string }>('SELECT on_hand AS units FROM stock_level WHERE product_id = $1', [productId]))[0]!
      .units,
  )
/** A turn of the worker after all waits of the one before; in a process of its own, which knows of no closed circuit. */
const turn = async (missId: string) => {
  clearProcessState()
  await work(missId)
}
const work = async (missId: string) => {
  await sql('UPDATE listing_update SET next_at = NULL')
  await sql('UPDATE shop SET updates_held_until = NULL')
  await asWorker(() => sendListingUpdates(harness.company.owner, harness.shopId))
  await asWorker(() => confirmMiss(harness.company.owner, missId))
}
const setThere = (stock: number) =>
  platform().platform.pool.query('UPDATE model SET stock = $2 WHERE item_id = $1', [harness.items[1], stock])
const there = async () =>
  (
    await platform().platform.pool.query<{ stock: number }>('SELECT stock FROM model WHERE item_id = $1', [
      harness.items[1],
    ])
  ).rows[0]!.stock
const stateOf = async (missId: string) =>
  (await listMissesFor(harness.company.owner)).misses.find(({ id }) => id === missId)?.state
const countBooked = async () =>
  (
    await sql(
      `SELECT 1 FROM stock_movement WHERE product_id = $1 AND kind = 'adjustment' AND reason IN ('Sumiu', 'Achado')`,
      [productId],
    )
  ).length

test('under limits, lost answers and errors a missing product is called stopped only once it is, and comes back once', async () => {
  const missId = await report()
  const path = '(update_stock|get_item_base_info)$'
  for (const kind of ['rate_limit', 'cut_answer', 'server_error', 'html'])
    await strike(kind, path, { count: 6, rate: 0.6 })
  let turns = 0
  while ((await stateOf(missId)) === 'checking') {
    await turn(missId)
    if ((await stateOf(missId)) === 'confirmed') expect(await there()).toBe(0)
    expect(await listJobs(`confirm-miss:${missId}`)).toHaveLength(1)
    expect((turns += 1)).toBeLessThan(30)
  }
  expect(turns).toBeGreaterThan(1)
  expect([await stateOf(missId), await there(), await onHand()]).toEqual(['confirmed', 0, 2])
  await turn(missId)
  for (const kind of ['rate_limit', 'cut_answer', 'server_error']) await strike(kind, path, { rate: 0.6 })
  await undo(missId)
  // An answer that was lost leaves the platform ahead of what is known here.
  for (let more = 0; more < 8; more += 1) await turn(missId)
  expect([await stateOf(missId), await there(), await onHand()]).toEqual([undefined, 100, 100])
  expect(await countBooked()).toBe(2)
  expect(await listAuditEvents(harness.company, 'stock.missing')).toHaveLength(1)
  expect(await listAuditEvents(harness.company, 'stock.missingEnded')).toHaveLength(1)
  expect(await listAuditEvents(harness.company, 'listing.pushed')).toHaveLength(2)
})

test('half an answer stops nothing: what is not named as set is looked up, and what is not read is not confirmed', async () => {
  const missId = await report()
  let left = 0
  const halve = (path: string, body: string) => {
    const answer = JSON.parse(body) as { response: Record<string, unknown> }
    if (path.endsWith('update_stock')) return setThere(9).then(() => JSON.stringify({ ...answer, response: {} }))
    if (!path.endsWith('get_item_base_info')) return Promise.resolve(body)
    left += 1
    return Promise.resolve(JSON.stringify({ ...answer, response: { ...answer.response, item_list: [] } }))
  }
  await throughProxy(
    platform(),
    (proxy) => void (proxy.changeAnswer = halve),
    () => work(missId),
  )
  expect(left).toBeGreaterThan(0)
  expect([await stateOf(missId), await there()]).toEqual(['checking', 9])
  await turn(missId)
  expect([await stateOf(missId), await there()]).toEqual(['confirmed', 0])
})

test('a stop that was sent is not confirmed by an answer that leaves its listing out', async () => {
  const missId = await report()
  const leaveOut = async (path: string, body: string) => {
    if (!path.endsWith('get_item_base_info')) return body
    await setThere(9)
    const answer = JSON.parse(body) as { response: object }
    return JSON.stringify({ ...answer, response: { ...answer.response, item_list: [] } })
  }
  await throughProxy(
    platform(),
    (proxy) => void (proxy.changeAnswer = leaveOut),
    () => work(missId),
  )
  expect([await stateOf(missId), await there()]).toEqual(['checking', 9])
  await turn(missId)
  await turn(missId)
  expect([await stateOf(missId), await there()]).toEqual(['confirmed', 0])
})

test('a worker that died after its call, and a platform that was away, leave one stop and nothing confirmed meanwhile', async () => {
  const missId = await report()
  const away = async () => {
    await throughProxy(
      platform(),
      (proxy) => void (proxy.refuse = () => '<html>502</html>'),
      () => work(missId),
    )
  }
  await away()
  expect([await stateOf(missId), await there()]).toEqual(['checking', 500])
  expect(await listJobs(`confirm-miss:${missId}`)).toHaveLength(1)
  // The call of the worker that died has arrived.
  await setThere(0)
  await away()
  expect(await stateOf(missId)).toBe('checking')
  await turn(missId)
  expect([await stateOf(missId), await there(), await onHand(), await countBooked()]).toEqual(['confirmed', 0, 2, 1])
  // The same jobs once more, as a queue that lost its note gives them.
  await turn(missId)
  await turn(missId)
  expect(await listAuditEvents(harness.company, 'listing.pushed')).toHaveLength(1)
  await undo(missId)
  await turn(missId)
  expect([await there(), await onHand(), await countBooked()]).toEqual([100, 100, 2])
})

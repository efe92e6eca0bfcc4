import { withOrganization } from '../db'
import { getDispatchFor } from '../dispatch/views'
import { openDispatchDesk, placeToShip, readAgain, type DispatchDesk } from '../testing/dispatch-desk'
import { asWorker, inspect } from '../testing/database'
import { openShopDesk } from '../testing/shop-desk'
import { pollOrders } from './poll-orders'
import { watchPackages } from './watch-packages'

process.env.SHOPEE_CALLS_PER_SECOND = '500'
const { platform } = openShopDesk({ settings: { trackingDelaySeconds: 0, invoicesRequired: false } })
const DAY = 86_400_000

let desk: DispatchDesk
beforeAll(async () => {
  desk = await openDispatchDesk(platform())
})

const cancelsAt = async (code: string) =>
  (
    await inspect<{ at: Date | null }>(
      desk.company.organizationId,
      `SELECT k.platform_cancels_at AS at FROM package k JOIN orders o ON o.organization_id = k.organization_id AND o.id = k.order_id
       WHERE o.external_code = $1`,
      [code],
    )
  )[0]!.at
const rowOf = async (code: string) => {
  const viewer = { ...desk.company.owner, timeZone: 'America/Sao_Paulo' }
  return (await getDispatchFor(viewer, {})).page.rows.find(({ externalCode }) => externalCode === code)
}

/** Its deadline passed so many days ago, there and here. */
async function placeLate(days: number) {
  const order = await placeToShip(desk)
  const { pool, clock } = platform().platform
  await pool.query('UPDATE orders SET ship_by_date = $2, update_time = $3 WHERE order_sn = $1', [
    ...[order.code, clock.now() - days * 86_400, clock.now() + 1],
  ])
  await readAgain(desk, [order.code])
  return order
}

test('what the platform says of its cancelling is kept with the parcel, and counts before our own three days', async () => {
  const [near, late, intime] = [await placeLate(2.5), await placeLate(1), await placeToShip(desk)]
  const now = new Date()
  await asWorker(() => watchPackages(desk.shop, now))
  expect(await cancelsAt(near.code)).toEqual(new Date(now.getTime() + DAY))
  expect([await cancelsAt(late.code), await cancelsAt(intime.code)]).toEqual([null, null])
  await asWorker(() => watchPackages(desk.shop, new Date(now.getTime() + 3_600_000)))
  expect(await cancelsAt(near.code)).toEqual(new Date(now.getTime() + DAY))
  expect((await rowOf(near.code))!.platformCancelsAt).toEqual(new Date(now.getTime() + DAY))
  const about = (await rowOf(late.code))!.platformCancelsAt!
  expect(Math.round((about.getTime() - now.getTime()) / DAY)).toBe(2)
  expect((await rowOf(intime.code))!.platformCancelsAt).toBeNull()
})

test('a platform that does not answer about parcels keeps no order from being read', async () => {
  await placeLate(2.5)
  await platform().admin('fault', { kind: 'error_server', rate: 1, seed: 'x', pathPattern: 'get_package_detail$' })
  await asWorker(() => pollOrders(desk.shop))
  await platform().admin('faults-clear')
  const [state] = await withOrganization(desk.company, (db) =>
    db.syncState.findMany({ where: { organizationId: desk.company.organizationId, stream: 'orders' } }),
  )
  expect(state!.failures).toBe(0)
})

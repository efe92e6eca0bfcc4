import { withOrganization } from '@/lib/core/db'
import { printLabelsAction } from '@/lib/sales/dispatch/actions'
import { getDispatchFor } from '@/lib/sales/dispatch/views'
import {
  openDispatchHarness,
  orderOf,
  placeAllToShip,
  placeToShip,
  readAgain,
  workOff,
  type DispatchHarness,
} from '@/lib/testing/harnesses/dispatch-harness'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { envelope, signInAs } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { pollOrders } from './poll-orders'
import { watchInvoicesOf, watchPackages } from './watch-packages'

const { platform } = openShopHarness({ settings: { trackingDelaySeconds: 0, invoicesRequired: false } })
const DAY = 86_400_000

let harness: DispatchHarness
beforeAll(async () => {
  harness = await openDispatchHarness(platform())
})

const cancelsAt = async (code: string) =>
  (
    await inspect<{ at: Date | null }>(
      harness.company.organizationId,
      `SELECT k.platform_cancels_at AS at FROM package k JOIN orders o ON o.organization_id = k.organization_id AND o.id = k.order_id
       WHERE o.external_code = $1`,
      [code],
    )
  )[0]!.at
const rowOf = async (code: string) => {
  const viewer = { ...harness.company.owner, timeZone: 'America/Sao_Paulo' }
  return (await getDispatchFor(viewer, {})).page.rows.find(({ externalCode }) => externalCode === code)
}

/** Its deadline passed so many days ago, there and here. */
async function placeLate(days: number) {
  const order = await placeToShip(harness)
  const { pool, clock } = platform().platform
  await pool.query('UPDATE orders SET ship_by_date = $2, update_time = $3 WHERE order_sn = $1', [
    order.code,
    clock.now() - days * 86_400,
    clock.now() + 1,
  ])
  await readAgain(harness, [order.code])
  return order
}

test('the platform’s cancellation date is stored with the parcel, and counts before our own three days', async () => {
  const [near, late, intime] = [await placeLate(2.5), await placeLate(1), await placeToShip(harness)]
  const now = new Date()
  await asWorker(() => watchPackages(harness.shop, now))
  expect(await cancelsAt(near.code)).toEqual(new Date(now.getTime() + DAY))
  expect([await cancelsAt(late.code), await cancelsAt(intime.code)]).toEqual([null, null])
  await asWorker(() => watchPackages(harness.shop, new Date(now.getTime() + 3_600_000)))
  expect(await cancelsAt(near.code)).toEqual(new Date(now.getTime() + DAY))
  expect((await rowOf(near.code))!.platformCancelsAt).toEqual(new Date(now.getTime() + DAY))
  const about = (await rowOf(late.code))!.platformCancelsAt!
  expect(Math.round((about.getTime() - now.getTime()) / DAY)).toBe(2)
  expect((await rowOf(intime.code))!.platformCancelsAt).toBeNull()
})

test('a platform that does not answer about parcels keeps no order from being read', async () => {
  await placeLate(2.5)
  await platform().admin('fault', { kind: 'error_server', rate: 1, seed: 'x', pathPattern: 'get_package_detail$' })
  await asWorker(() => pollOrders(harness.shop))
  await platform().admin('faults-clear')
  const [state] = await withOrganization(harness.company, (db) =>
    db.syncState.findMany({ where: { organizationId: harness.company.organizationId, stream: 'orders' } }),
  )
  expect(state!.failures).toBe(0)
})

test('the filter shows the orders that wait for their invoice, where the order itself says that it is ready to ship', async () => {
  await platform().platform.changeSettings({ invoicesRequired: true, invoicePendingHidden: true })
  const order = await placeToShip(harness)
  expect(await orderOf(harness, order.code)).toMatchObject({ platform_status: 'READY_TO_SHIP', invoice_state: null })
  await asWorker(() => watchPackages(harness.shop))
  expect(await orderOf(harness, order.code)).toMatchObject({ invoice_state: 'none' })
  expect(await rowOf(order.code)).toMatchObject({ stage: 'invoice' })
  await platform().admin('order-step', { orderSn: order.code, step: 'invoice' })
  await asWorker(() => watchPackages(harness.shop))
  expect(await orderOf(harness, order.code)).toMatchObject({ invoice_state: null })
  await readAgain(harness, [order.code])
  expect(await orderOf(harness, order.code)).toMatchObject({ invoice_state: 'valid' })
  await platform().platform.changeSettings({ invoicesRequired: false, invoicePendingHidden: false })
})

test('an order waiting for its invoice is known as soon as its event was read, and is requested only where the order does not say', async () => {
  await platform().platform.changeSettings({ invoicesRequired: true, invoicePendingHidden: true })
  const [waiting, sent] = await placeAllToShip(harness, [0, 0])
  await platform().admin('order-step', { orderSn: sent.code, step: 'invoice' })
  await readAgain(harness, [sent.code])
  await asWorker(() => watchInvoicesOf(harness.shop, [sent.code]))
  expect(await orderOf(harness, waiting.code)).toMatchObject({ invoice_state: null })
  await asWorker(() => watchInvoicesOf(harness.shop, [waiting.code, sent.code]))
  expect(await orderOf(harness, waiting.code)).toMatchObject({ invoice_state: 'none' })
  expect(await orderOf(harness, sent.code)).toMatchObject({ invoice_state: 'valid' })
  await platform().platform.changeSettings({ invoicesRequired: false, invoicePendingHidden: false })
})

test('a list that was asked for before an order waited does not say that it waits no more', async () => {
  await platform().platform.changeSettings({ invoicesRequired: true, invoicePendingHidden: true })
  const order = await placeToShip(harness)
  await platform().admin('order-step', { orderSn: order.code, step: 'invoice' })
  const { organizationId } = harness.company
  // A writer of the shop's orders holds this lock: the list is there, and waits to be stored.
  let watching: Promise<void> | undefined
  await withOrganization(harness.company, async (db) => {
    await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('orders:' || ${harness.shop.shopId}, 0))`
    watching = asWorker(() => watchPackages(harness.shop))
    const isWaiting = async () =>
      (
        await db.$queryRaw<object[]>`
          SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`
      ).length > 0
    while (!(await isWaiting()));
    await db.order.updateMany({ where: { organizationId, externalCode: order.code }, data: { invoiceState: 'none' } })
  })
  await watching
  expect(await orderOf(harness, order.code)).toMatchObject({ invoice_state: 'none' })
  await asWorker(() => watchPackages(harness.shop))
  expect(await orderOf(harness, order.code)).toMatchObject({ invoice_state: null })
  await platform().platform.changeSettings({ invoicesRequired: false, invoicePendingHidden: false })
})

test('a buyer who was hidden is read again for the label, while the platform still shows them', async () => {
  await platform().platform.changeSettings({ unmaskedStatuses: [] })
  const order = await placeToShip(harness)
  const nameOf = () =>
    withOrganization(harness.company, (db) =>
      db.orderBuyer.findFirst({
        where: { organizationId: harness.company.organizationId, orderId: order.id },
        select: { name: true },
      }),
    )
  expect((await nameOf())?.name ?? null).toBeNull()
  await platform().platform.changeSettings({ unmaskedStatuses: ['READY_TO_SHIP'] })
  await signInAs(harness.company.owner)
  const request = { selection: { orderIds: [order.id] }, reprint: false }
  const { runId } = dataOf(await printLabelsAction(envelope(harness.company), request))
  await workOff(harness.company.owner, 'labels', runId)
  expect((await nameOf())?.name).toEqual(expect.any(String))
})

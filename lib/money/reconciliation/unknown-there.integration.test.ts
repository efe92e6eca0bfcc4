import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addParcel } from '@/lib/testing/harnesses/parcel-harness'
import { addShop } from '@/lib/testing/factories/sales'
import { markOverdue } from './mark'
import { withOrganization } from '@/lib/core/db'
import { reconcileOrders } from './reconcile-orders'
import { getReconciliationFor } from './views'

/** Delivered sixty days ago, of a shop of which nothing else is known. */
async function openDelivered() {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shop = await addShop(company, 'Loja')
  const sql = (text: string, given: unknown[] = []) => inspect<Record<string, unknown>>(organizationId, text, given)
  const { orderId, code } = await addParcel(company, {
    shopId: shop,
    status: 'delivered',
    items: [{ productId: null, quantity: 1 }],
  })
  await sql(
    `UPDATE orders SET platform_status = 'COMPLETED', placed_at = now() - interval '70 days', delivered_at = now() - interval '60 days',
       local_day = current_date - 70, revenue_cents = 4990, total_cents = 4990 WHERE id = $1`,
    [orderId],
  )
  await sql('UPDATE order_item SET unit_price_cents = 4990, subtotal_cents = 4990 WHERE order_id = $1', [orderId])
  const release = (of: string, days: number, cents: number) =>
    sql(
      `INSERT INTO release (organization_id, shop_id, external_code, source, amount_cents, released_at)
       VALUES (current_organization(), $1, $2, 'api', $3, now() - make_interval(days => $4))`,
      [shop, of, cents, days],
    )
  const settle = async () => {
    await asWorker(async () => {
      await withOrganization({ organizationId }, (db) => markOverdue(db, organizationId))
      await reconcileOrders(organizationId)
    })
    const [row] = await sql(
      `SELECT s.state::text, s.cause::text, s.difference_cents::int AS cents, s.expected_cents::int AS expected, s.unexplained_cents::int AS unexplained
       FROM settlement s WHERE s.external_code = $1`,
      [code],
    )
    return row!
  }
  return { company, organizationId, shop, code, sql, release, settle }
}

test('long completed and on no list although the known payouts go past its day, an order is unknown there', async () => {
  const { company, code, release, settle } = await openDelivered()
  // Nothing is known of the shop's payouts: it may have been paid.
  expect(await settle()).toMatchObject({ state: 'to_release', cents: 0 })
  await release('OUTRO1', 55, 100)
  expect(await settle()).toMatchObject({ state: 'to_release', cents: 0 })
  await release('OUTRO2', 5, 100)
  const { expected, ...unknown } = await settle()
  expect(expected).toBeGreaterThan(0)
  expect(unknown).toEqual({ state: 'unknown_there', cause: 'late', cents: -Number(expected), unexplained: 0 })
  const viewer = { ...company.owner, timeZone: 'America/Sao_Paulo' }
  const { page } = await getReconciliationFor(viewer, { period: 'all', state: 'unknown_there' })
  expect(page.rows).toMatchObject([{ code, cause: 'late' }])
  // Once the platform names it, it is paid like any other.
  await release(code, 3, Number(expected))
  expect(await settle()).toMatchObject({ state: 'reconciled', cents: 0, cause: null })
})

test('no wallet movement that pays nothing hides a missing payout, and what an advance leaves is late', async () => {
  const { code, shop, sql, release, settle } = await openDelivered()
  const move = (kind: string, cents: number) =>
    sql(
      `INSERT INTO wallet_transaction (organization_id, id, shop_id, minute, amount_cents, at, local_day, kind, type, external_code, source)
       VALUES (current_organization(), gen_random_uuid(), $1, now() - interval '58 days', $2, now() - interval '58 days', current_date - 58,
         $3::"WalletKind", $3, $4, 'api')`,
      [shop, cents, kind, code],
    )
  await release('OUTRO1', 55, 100)
  await release('OUTRO2', 5, 100)
  const whole = await settle()
  expect(whole).toMatchObject({ state: 'unknown_there', cause: 'late' })
  await move('affiliate', -50)
  expect(await settle()).toMatchObject({ state: 'unknown_there', cause: 'late' })
  await move('early_payout', 2000)
  const rest = await settle()
  expect(rest).toMatchObject({ state: 'late', cause: 'late', unexplained: 0 })
  expect(rest.cents).toBe(2000 - 50 - Number(rest.expected))
})

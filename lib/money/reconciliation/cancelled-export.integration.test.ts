import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addMovements } from '@/lib/testing/harnesses/money-harness'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { reconcileOrders } from './reconcile-orders'

const now = new Date('2026-11-22T15:00:00Z')

test('the fees that an export computes for a cancelled order are none that the platform charged: they explain nothing and nothing is lacking', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shop = await addShop(company, 'Loja')
  const productId = await addProduct(company, 'A')
  const sold = { at: '2026-11-01T15:00:00Z', status: 'cancelled' as const, cents: 5_000n, productId }
  const orders = await addOrders(company, shop, [
    { ...sold, code: 'QUIET' },
    { ...sold, code: 'TAKEN' },
    { ...sold, code: 'VIA-API' },
  ])
  for (const [n, source] of ['export', 'export', 'api'].entries())
    await inspect(
      organizationId,
      `INSERT INTO money_line (organization_id, order_id, kind, source, key, amount_cents, as_of)
       VALUES (current_organization(), $1, 'commission', $2::"MoneySource", '', -900, now())`,
      [orders[n], source],
    )
  const taken = { at: '2026-11-12T12:00:00Z', cents: -900n, kind: 'adjustment' as const }
  await addMovements(company, shop, [
    { ...taken, code: 'TAKEN' },
    { ...taken, code: 'VIA-API' },
  ])
  await asWorker(() => reconcileOrders(organizationId, { now }))
  const rows = await inspect<{ code: string; state: string; cause: string; cents: number }>(
    organizationId,
    `SELECT external_code AS code, state, cause, difference_cents::int AS cents FROM settlement ORDER BY 1`,
  )
  expect(rows).toEqual([
    { code: 'TAKEN', state: 'underpaid', cause: 'adjustment', cents: -900 },
    { code: 'VIA-API', state: 'underpaid', cause: 'fee_on_cancelled', cents: -900 },
  ])
})

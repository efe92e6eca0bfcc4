import { withOrganization } from '@/lib/core/db'
import { addChargedSales } from '@/lib/testing/factories/charged-sales'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { publishedCalled } from '@/lib/testing/factories/published-fees'
import { addShop } from '@/lib/testing/factories/sales'
import { inspect } from '@/lib/testing/harnesses/database'
import { listChargedOrders } from './charged-orders'

test('a rule is judged by orders that were charged whole: none in return, cancelled or of another shop', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const rule = { ...publishedCalled('shopee-2026-04-cnpj'), id: 'rule', confirmedBy: 0, version: 1 }
  const [shopId, other] = [await addShop(company, 'Loja'), await addShop(company, 'Outra')]
  const ids = await addChargedSales(company, shopId, rule, [20_00n, 30_00n, 40_00n])
  await addChargedSales(company, other, rule, [50_00n])
  await inspect(organizationId, 'UPDATE orders SET in_return = true WHERE id = $1', [ids[0]])
  await inspect(organizationId, `UPDATE orders SET status = 'cancelled' WHERE id = $1`, [ids[1]])
  const span = { shopId, from: '2026-04-23', to: '2026-09-30' }
  const orders = await withOrganization({ organizationId }, (db) => listChargedOrders(db, organizationId, span, []))
  expect(orders.flatMap(({ lines }) => lines.map(({ unitPriceCents }) => unitPriceCents))).toEqual([40_00n])
})

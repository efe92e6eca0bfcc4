import { updateBuyingRules } from '@/lib/catalog/purchases/update-buying-rules'
import { withOwner } from '@/lib/testing/harnesses/database'
import { envelope } from '@/lib/testing/factories/factories'
import { dataOf, orderOf, stockedCompany } from '@/lib/testing/harnesses/order-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { untilWaiting } from '@/lib/testing/harnesses/until-waiting'
import { placeOrderAction } from './actions'

test('a basket of a company that costs by layers waits in its queue without holding stock', async () => {
  const { company, product } = await stockedCompany(10)
  const other = await addStockedProduct(company, { sku: 'OUTRO', priceCents: 900n, onHand: 10, cost: '2' })
  const rules = { version: 1, salesDays: 30, coverDays: 30, leadDays: 7 }
  await updateBuyingRules(company.owner, { ...rules, costRule: 'fifo' })
  const both: [string, number][] = [
    [product, 1],
    [other, 1],
  ]
  const basket = await orderOf(company, both)
  const one = await orderOf(company, [[product, 1]])
  const placed = await withOwner(async (owner) => {
    await owner.query('BEGIN')
    await owner.query(`SELECT pg_advisory_xact_lock(hashtextextended('baskets:' || $1, 0))`, [company.organizationId])
    const waiting = placeOrderAction(envelope(company), basket)
    await untilWaiting(1)
    dataOf(await placeOrderAction(envelope(company), one))
    await owner.query('COMMIT')
    return waiting
  })
  dataOf(placed)
})

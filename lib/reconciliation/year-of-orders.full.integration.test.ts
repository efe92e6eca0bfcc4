// Full form: takes in ten thousand orders by five reports. Default: lib/reconciliation/year-of-orders.integration.test.ts.
import { settleYear } from '../testing/settle-year'

test('of ten thousand orders with every fault each cause is named with its amount, none beside it, and all screens tell one sum', async () => {
  const { states, wrong, shop, expected, rollups } = await settleYear(Number(process.env.YEAR_ORDERS ?? 10_000))
  expect(Object.values(states)).toEqual(['done', 'done', 'done', 'done', 'done'])
  expect(wrong).toEqual([])
  expect(shop).toEqual(expected)
  expect(rollups).toEqual([])
})

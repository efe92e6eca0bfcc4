import { settleYear } from '../testing/settle-year'

test('of a hundred orders with every fault each cause is named with its amount, none beside it, and all screens tell one sum', async () => {
  const { states, wrong, shop, expected, rollups } = await settleYear(100)
  expect(Object.values(states)).toEqual(['done', 'done', 'done', 'done', 'done'])
  expect(wrong).toEqual([])
  expect(shop).toEqual(expected)
  expect(rollups).toEqual([])
})

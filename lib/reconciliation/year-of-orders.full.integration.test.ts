// Full form: takes in ten thousand orders by five reports. Default: lib/reconciliation/year-of-orders.integration.test.ts.
import { settleYear } from '../testing/settle-year'

test.each([
  [10_000, false],
  [3_000, true],
])(
  'of %i orders with every fault, of a shop that takes part in all there is: %s, each cause is named with its amount, none beside it, and all screens tell one sum',
  async (count, isTakingPart) => {
    const { states, wrong, shop, expected, rollups } = await settleYear(count, isTakingPart)
    expect(Object.values(states)).toEqual(['done', 'done', 'done', 'done', 'done'])
    expect(wrong).toEqual([])
    expect(shop).toEqual(expected)
    expect(rollups).toEqual([])
  },
)

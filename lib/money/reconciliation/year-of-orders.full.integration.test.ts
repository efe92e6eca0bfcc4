// Full form: takes in ten thousand orders by five reports. Default: lib/money/reconciliation/year-of-orders.integration.test.ts.
import { settleYear } from '@/lib/testing/factories/settle-year'

test.each([
  [10_000, {}],
  [3_000, { isTakingPart: true }],
  [3_000, { isPerson: true }],
  [3_000, { isByApi: true }],
  [1_500, { isTakingPart: true, isPerson: true, isByApi: true }],
])(
  'in %i orders with every fault, in a shop of the kind %o, each cause is named with its amount, none beside it, and all screens show one sum',
  async (count, kind) => {
    const { states, wrong, shop, expected, rollups } = await settleYear(count, kind)
    expect(new Set(Object.values(states))).toEqual(new Set(['done']))
    expect(wrong).toEqual([])
    expect(shop).toEqual(expected)
    expect(rollups).toEqual([])
  },
)

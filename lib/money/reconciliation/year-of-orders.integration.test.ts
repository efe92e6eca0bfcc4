import { settleYear } from '@/lib/testing/factories/settle-year'

test.each([
  ['sixty orders', 60, {}],
  ['sixty orders of an individual whose money comes by the API', 60, { isPerson: true, isByApi: true }],
])(
  'in %s with every fault each cause is named with its amount, none beside it, and all screens show one sum',
  async (_, count, kind) => {
    const { states, wrong, shop, expected, rollups } = await settleYear(count, kind)
    expect(new Set(Object.values(states))).toEqual(new Set(['done']))
    expect(wrong).toEqual([])
    expect(shop).toEqual(expected)
    expect(rollups).toEqual([])
  },
)

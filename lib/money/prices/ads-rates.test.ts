import { ratesOf } from './ads-rates'

const link = (itemId: string, itemKey: string, spendCents: bigint, revenueCents: bigint, shopId = 'a') => ({
  shopId,
  itemId,
  itemKey,
  spendCents,
  revenueCents,
})

test('an item with two products spends on both; items that share a product share their rate, in one shop', () => {
  const rates = ratesOf([
    link('1', 'x', 10_00n, 100_00n),
    link('1', 'y', 10_00n, 300_00n),
    link('2', 'y', 30_00n, 300_00n),
    link('3', 'z', 5_00n, 25_00n),
    link('1', 'x', 7_00n, 70_00n, 'b'),
  ])
  // 40.00 over 400.00: what y sold counts once.
  expect([rates.get('a 1'), rates.get('a 2'), rates.get('a 3'), rates.get('b 1')]).toEqual([
    100_000n,
    100_000n,
    200_000n,
    100_000n,
  ])
  expect(ratesOf([link('1', 'x', 3n, 0n)]).get('a 1')).toBeNull()
  expect(ratesOf([link('1', 'x', 0n, 0n)]).get('a 1')).toBe(0n)
  expect(ratesOf([link('1', 'x', 1n, 3n)]).get('a 1')).toBe(333_333n)
})

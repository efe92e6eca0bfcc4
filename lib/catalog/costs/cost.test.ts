import { centsOfCost, costFromCents, formatCost, marginOf, worthOf } from './cost'

test.each([
  [0n, '0.00'],
  [5n, '0.05'],
  [2790n, '27.90'],
  [123456789n, '1234567.89'],
])('%p cents are a cost of %s and back', (cents, cost) => {
  expect(costFromCents(cents)).toBe(cost)
  expect(centsOfCost(`${cost}0000`)).toBe(cents)
})

test('a cost finer than a cent is never rounded to one', () => {
  expect(centsOfCost('1.234500')).toBeNull()
  expect(formatCost('1.234500', 'pt')).toBe('R$\u00a01,2345')
  expect(formatCost('1.234500', 'en')).toBe('R$1.2345')
  expect(formatCost('1234.500000', 'pt')).toBe('R$\u00a01.234,50')
})

test.each([
  // As floats 1.005 × 100 is 100.49999999999999, and 1.15 × 3 × 100 is 344.99999999999994.
  [1n, '1.005000', 101n],
  [3n, '1.15', 345n],
  [2_000_000_000n, '4503599627.370497', 900719925474099400000n],
  [7n, '0.000000', 0n],
  [0n, '12.34', 0n],
])('%s units at %s are worth %s cents', (units, cost, cents) => {
  expect(worthOf(units, cost)).toBe(cents)
})

test('a margin without a price or a cost is unknown, never a hundred percent', () => {
  expect(marginOf(1000n, '2.50')).toBeCloseTo(0.75)
  expect(marginOf(1000n, null)).toBeNull()
  expect(marginOf(null, '2.50')).toBeNull()
  expect(marginOf(0n, '2.50')).toBeNull()
})

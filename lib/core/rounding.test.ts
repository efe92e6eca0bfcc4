import fc from 'fast-check'
import { divideHalfEven, divideHalfUp, rateFromText, rateOf, rateText, splitByWeight } from '@/lib/core/rounding'

test.each([
  [5n, 10n, 0n],
  [15n, 10n, 2n],
  [25n, 10n, 2n],
  [35n, 10n, 4n],
  [26n, 10n, 3n],
  [24n, 10n, 2n],
  [0n, 3n, 0n],
])('%s / %s rounds half to even: %s', (a, b, result) => {
  expect(divideHalfEven(a, b)).toBe(result)
})

test.each([
  [5n, 10n, 1n],
  [25n, 10n, 3n],
  [-25n, 10n, -3n],
  [24n, 10n, 2n],
])('%s / %s rounds half up, away from zero: %s', (a, b, result) => {
  expect(divideHalfUp(a, b)).toBe(result)
})

test('a rate reads and prints what the database holds', () => {
  expect(rateFromText('0.18')).toBe(180_000n)
  expect(rateFromText('0.020000')).toBe(20_000n)
  expect(rateFromText('1')).toBe(1_000_000n)
  expect(rateText(5n)).toBe('0.000005')
  expect(() => rateFromText('0.0000001')).toThrow(RangeError)
  expect(() => rateFromText('-0.1')).toThrow(RangeError)
  expect(rateOf(25n, rateFromText('0.5'))).toBe(13n)
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (rate) => rateFromText(rateText(rate)) === rate))
})

test.each([
  [100n, [1n, 1n, 1n], [33n, 33n, 34n]],
  [200n, [1n, 1n, 1n], [67n, 67n, 66n]],
  [6n, Array<bigint>(10).fill(1n), [1n, 1n, 1n, 1n, 1n, 1n, 0n, 0n, 0n, 0n]],
  [5n, [0n, 0n], [0n, 5n]],
])('%s by %s leaves what is over to the last', (total, weights, parts) => {
  expect(splitByWeight(total, weights)).toEqual(parts)
})

test('a voucher never takes more from a line than the line has', () => {
  expect(splitByWeight(100n, [50n, 50n, 50n, 0n], { withinWeight: true })).toEqual([33n, 33n, 34n, 0n])
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 100_000n }),
      fc.array(fc.bigInt({ min: 0n, max: 9_999n }), { minLength: 1, maxLength: 15 }),
      (total, weights) => {
        const parts = splitByWeight(total, weights, { withinWeight: true })
        const all = weights.reduce((a, b) => a + b, 0n)
        expect(parts.reduce((a, b) => a + b, 0n)).toBe(total < all ? total : all)
        parts.forEach((part, index) => expect(part >= 0n && part <= (weights[index] ?? 0n)).toBe(true))
      },
    ),
  )
})

import fc from 'fast-check'
import { acosOf, asRatio, breakEvenRoas, ctrOf, paysOff, roasOf } from './ratios'

const ads = { spendCents: 12_34n, salesCents: 56_78n, clicks: 17n, impressions: 900n }

test('an ad’s revenue per cost, exact in hundredths', () => {
  // 56.78 ÷ 12.34 = 4.6013; 12.34 ÷ 56.78 = 21.733 %; 17 ÷ 900 = 1.8889 %.
  expect(roasOf(ads)).toBe(460n)
  expect(acosOf(ads)).toBe(2_173n)
  expect(ctrOf(ads)).toBe(189n)
  // Half goes up: 0.125 and 0.135.
  expect(roasOf({ spendCents: 1_000n, salesCents: 125n })).toBe(13n)
  expect(roasOf({ spendCents: 1_000n, salesCents: 135n })).toBe(14n)
  expect(asRatio(2_173n)).toBe('0.2173')
})

test('a ratio without a divisor is unknown, never zero', () => {
  expect(roasOf({ ...ads, spendCents: 0n })).toBeNull()
  expect(acosOf({ ...ads, salesCents: 0n })).toBeNull()
  expect(ctrOf({ ...ads, impressions: 0n })).toBeNull()
  expect(roasOf({ ...ads, salesCents: 0n })).toBe(0n)
  expect(roasOf({ ...ads, salesCents: null })).toBeNull()
  expect(acosOf({ ...ads, salesCents: null })).toBeNull()
  expect(ctrOf({ ...ads, clicks: null })).toBeNull()
  expect(paysOff({ ...ads, salesCents: null }, { revenueCents: 100n, contributionCents: 50n })).toBeNull()
  expect(breakEvenRoas(null)).toBeNull()
  expect(breakEvenRoas({ revenueCents: 0n, contributionCents: 0n })).toBeNull()
  expect(paysOff(ads, null)).toBeNull()
})

test('the ROAS that pays is 1 ÷ margin, rounded up; of a loss there is none', () => {
  expect(breakEvenRoas({ revenueCents: 100_00n, contributionCents: 25_00n })).toBe(400n)
  expect(breakEvenRoas({ revenueCents: 100_00n, contributionCents: 30_00n })).toBe(334n)
  expect(breakEvenRoas({ revenueCents: 100_00n, contributionCents: 0n })).toBe('never')
  expect(breakEvenRoas({ revenueCents: 100_00n, contributionCents: -1n })).toBe('never')
})

test('an ad pays off from its break-even ROAS on, for every margin and spend', () => {
  const cents = fc.bigInt({ min: 1n, max: 10_000_000n })
  fc.assert(
    fc.property(cents, cents, cents, cents, (revenueCents, contribution, spendCents, salesCents) => {
      const contributionCents = contribution > revenueCents ? revenueCents : contribution
      const sold = { revenueCents, contributionCents }
      const least = breakEvenRoas(sold)
      if (typeof least !== 'bigint') throw new Error('a gain always has a break-even')
      // At the break-even: least hundredths of the spend sold, which rounding up never leaves short.
      expect(paysOff({ spendCents: 100n, salesCents: least }, sold)).toBe(true)
      expect(paysOff({ spendCents: 100n, salesCents: least - 1n }, sold)).toBe(false)
      const left = salesCents * contributionCents - spendCents * revenueCents
      expect(paysOff({ spendCents, salesCents }, sold)).toBe(left >= 0n)
    }),
  )
})

import fc from 'fast-check'
import { apportion, landedOf, landedShare, shareExtras } from './apportion'

const cents = fc.bigInt({ min: 0n, max: 10n ** 11n })
const sum = (amounts: readonly bigint[]) => amounts.reduce((before, amount) => before + amount, 0n)

test('the parts of an amount add up to it, and none is more than a cent from its share', () => {
  fc.assert(
    fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 60 }), (total, weights) => {
      const parts = apportion(total, weights)
      expect(sum(parts)).toBe(total)
      const whole = sum(weights)
      if (whole === 0n) return
      parts.forEach((part, index) => {
        const off = part * whole - total * weights[index]!
        expect((off < 0n ? -off : off) <= whole).toBe(true)
        expect(part >= 0n).toBe(true)
      })
    }),
  )
})

test('the cost of a purchase is the cost of its lines together', () => {
  const extras = fc.record({
    freightCents: cents,
    ipiCents: cents,
    stCents: cents,
    otherCents: cents,
    discountCents: cents,
  })
  fc.assert(
    fc.property(extras, fc.array(cents, { minLength: 1, maxLength: 40 }), (total, goods) => {
      const lines = shareExtras(total, goods).map((share, index) => landedOf(goods[index]!, share))
      expect(sum(lines)).toBe(landedOf(sum(goods), total))
    }),
  )
})

test('a line received in any parts costs what it costs whole', () => {
  const parts = fc.array(fc.bigInt({ min: 1n, max: 500n }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(cents, parts, (landed, units) => {
      const quantity = sum(units)
      let [before, taken] = [0n, 0n]
      for (const part of units) {
        before += part
        taken += landedShare(landed, quantity, before, taken)
      }
      expect(taken).toBe(landed)
    }),
  )
})

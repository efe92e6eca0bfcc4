import fc from 'fast-check'
import { shareRebate } from './share-rebate'

const withoutOffsets = { commissionOffsetCents: null, serviceOffsetCents: null }
const rule = (name: string, amountCents: bigint) => ({ name, category: null, amountCents })

test('a rebate given as one amount is shared over commission and the fixed part, not over the transaction fee', () => {
  // 500.00 since October 2026: 63.00, 7.00 + 26.00; a rebate of 40.00 lowers 63.00 and 26.00 in proportion.
  const netServiceRules = [rule('Taxa de Transação', 7_00n), rule('Taxa por item vendido', 14_31n)]
  const result = shareRebate(
    { baseCents: 500_00n, netCommissionCents: 34_69n, netServiceCents: 21_31n, netServiceRules },
    { amountCents: 40_00n, ...withoutOffsets },
  )
  expect(result).toEqual({ commissionCents: 28_31n, serviceCents: 11_69n })
})

test('without names of its pieces, the transaction fee is the one that the platform charges beside its commission', () => {
  const price = fc.bigInt({ min: 20_00n, max: 600_00n })
  const rates = fc.constantFrom([186n, 14n, 4_50n], [126n, 14n, 16_00n], [180n, 20n, 4_00n], [120n, 20n, 26_00n])
  fc.assert(
    fc.property(price, rates, fc.bigInt({ min: 1n, max: 60n }), (baseCents, [rate, more, fixed], percent) => {
      const commission = (baseCents * rate! + 500n) / 1000n
      const both = commission + fixed!
      const amountCents = (both * percent) / 100n
      const off = (amountCents * commission * 2n + both) / (both * 2n)
      const transaction = (baseCents * more! + 500n) / 1000n
      const netServiceCents = transaction + fixed! - (amountCents - off)
      const fees = { baseCents, netCommissionCents: commission - off, netServiceCents, netServiceRules: [] }
      expect(shareRebate(fees, { amountCents, ...withoutOffsets }).commissionCents).toBe(off)
    }),
  )
})

test('a rebate that takes all but the transaction fee leaves the split whose charge for the item is a whole number of half reais', () => {
  // 30.07 at 12.6 % and 1.4 %: 3.79, 0.42 + 16.00. At 18.6 % it would be 5.59 beside a charge of 14.20.
  const fees = { baseCents: 30_07n, netCommissionCents: 0n, netServiceCents: 42n, netServiceRules: [] }
  expect(shareRebate(fees, { amountCents: 19_79n, ...withoutOffsets })).toEqual({
    commissionCents: 3_79n,
    serviceCents: 16_00n,
  })
})

test('the platform’s shares stand; where it states one of them the other is the rest', () => {
  const fees = { baseCents: 1_000n, netCommissionCents: 10n, netServiceCents: 30n, netServiceRules: [] }
  const shares = (commissionOffsetCents: bigint | null, serviceOffsetCents: bigint | null) =>
    shareRebate(fees, { amountCents: 100n, commissionOffsetCents, serviceOffsetCents })
  expect(shares(90n, 10n)).toEqual({ commissionCents: 90n, serviceCents: 10n })
  expect(shares(60n, null)).toEqual({ commissionCents: 60n, serviceCents: 40n })
  expect(shares(null, 30n)).toEqual({ commissionCents: 70n, serviceCents: 30n })
  expect(shares(0n, 0n)).toEqual({ commissionCents: 0n, serviceCents: 0n })
})

test('at every price the gross commission of October comes back to the cent, with any part of it taken by a commercial action', () => {
  const price = fc.bigInt({ min: 20_00n, max: 600_00n })
  fc.assert(
    fc.property(price, fc.bigInt({ min: 1n, max: 80n }), (baseCents, percent) => {
      const commission = (baseCents * 126n + 500n) / 1000n
      const both = commission + 16_00n
      const amountCents = (both * percent) / 100n
      const off = (amountCents * commission * 2n + both) / (both * 2n)
      const fixed = 16_00n - (amountCents - off)
      const fees = { baseCents, netCommissionCents: commission - off, netServiceCents: fixed + 1_00n }
      const netServiceRules = [rule('Taxa de Transação', 1_00n), rule('Taxa por item vendido', fixed)]
      expect(shareRebate({ ...fees, netServiceRules }, { amountCents, ...withoutOffsets }).commissionCents).toBe(off)
    }),
  )
})

test('whatever is shared, gross comes back from net to a cent, and the shares are the rebate', () => {
  const cents = fc.bigInt({ min: 1n, max: 50_000n })
  fc.assert(
    fc.property(cents, cents, cents, fc.integer({ min: 0, max: 100 }), (commission, fixed, transaction, percent) => {
      const amountCents = ((commission + fixed) * BigInt(percent)) / 100n
      // As the platform takes it off.
      const off = (amountCents * commission * 2n + commission + fixed) / ((commission + fixed) * 2n)
      const net = { commission: commission - off, fixed: fixed - (amountCents - off) }
      const result = shareRebate(
        {
          baseCents: 100_000n,
          netCommissionCents: net.commission,
          netServiceCents: net.fixed + transaction,
          netServiceRules: [rule('Taxa de Transação', transaction), rule('Taxa por item vendido', net.fixed)],
        },
        { amountCents, ...withoutOffsets },
      )
      expect(result.commissionCents + result.serviceCents).toBe(amountCents)
      // The less is left of both, the less exact is their proportion.
      const apart = net.commission + result.commissionCents - commission
      const slack = net.commission + net.fixed === 0n ? amountCents : amountCents / (net.commission + net.fixed) + 1n
      expect(apart >= -slack && apart <= slack).toBe(true)
    }),
  )
})

import fc from 'fast-check'
import { feeLinesOf } from '@/lib/money/fees/fee-lines'
import { getFeeTrace } from '@/lib/money/fees/order-trace'
import { listFeeRules } from '@/lib/money/fees/queries'
import { listFeeShops } from '@/lib/money/fees/shop-terms'
import { defaultTerms } from '@/lib/money/fees/terms'
import { testRules } from '@/lib/testing/harnesses/settlement-faults'
import type { Db } from '@/lib/core/db'

vi.mock('./queries', () => ({ listFeeRules: vi.fn() }))
vi.mock('./shop-terms', () => ({ listFeeShops: vi.fn() }))

test('the units of a line come to what it was sold for, each of a cent more or less than the other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 100_000 }), (quantity, sold) => {
      const subtotalCents = BigInt(sold)
      const unitPriceCents = BigInt(Math.round(sold / quantity))
      const lines = feeLinesOf({ unitPriceCents, quantity, subtotalCents })
      expect(lines.reduce((sum, line) => sum + line.unitPriceCents * BigInt(line.quantity), 0n)).toBe(subtotalCents)
      expect(lines.reduce((sum, line) => sum + line.quantity, 0)).toBe(quantity)
    }),
  )
  expect(feeLinesOf({ unitPriceCents: 10n, quantity: 0, subtotalCents: 0n })).toEqual([])
})

test('the trace of an order calculates a bundle by its sold price, to the cent', async () => {
  const shop = { id: 's', name: 'Loja', sellerType: 'cnpj', terms: [{ ...defaultTerms, fromDay: '2026-01-01' }] }
  vi.mocked(listFeeShops).mockResolvedValue([shop] as never)
  vi.mocked(listFeeRules).mockResolvedValue(testRules)
  // Three for 100.00: 33.33 a piece, and one cent more of the last.
  const items = [{ quantity: 3, unitPriceCents: 3333n, subtotalCents: 10_000n }]
  const order: Parameters<typeof getFeeTrace>[2] = {
    platform: 'shopee',
    shopId: 's',
    status: 'delivered',
    placedAt: new Date('2026-08-06T12:00:00Z'),
    sellerVoucherCents: 0n,
    items,
  }
  const trace = await getFeeTrace({} as Db, { organizationId: 'o', timeZone: 'America/Sao_Paulo' }, order, 0n)
  expect(trace!.lines.map(({ amountCents }) => amountCents)).toEqual([6666n, 3334n])
})

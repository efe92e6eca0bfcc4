import type { FeeBand, FeePart, FeeSellerType, FeeTerms } from '@/lib/fees/schema'

// Public texts and measured orders, not the marketplace's own page: what a new company starts from, unconfirmed until
// its own charged orders match, and editable. The 14 % and 20 % of the texts are 12 % commission plus 2 % or 8 % service
// in the API; the 20 % and 14 % of March 2026 are 18 % or 12 % commission plus 2 % service.
const commission = 120_000n
const commissionBelow80 = 180_000n
const transaction = 20_000n
const freeShippingProgramme = 60_000n

/** What individuals pay on top of each unit. Until February 2026 it was R$3 to R$7 by volume, which no table tells: the rule says so. */
const individualCents = 300n

// Only shops that take part pay these (shop_terms). The texts say 2.5 % to 3.5 % for campaigns: the measured one is taken.
const parts: FeePart[] = [
  { kind: 'campaign', rate: 35_000n, fixedCents: 0n, basis: 'item' },
  { kind: 'affiliate_service', rate: 140_000n, fixedCents: 0n, basis: 'order' },
  { kind: 'protection', rate: 0n, fixedCents: 49n, basis: 'order' },
  { kind: 'ads_top_up', rate: 20_000n, fixedCents: 0n, basis: 'order' },
]

export const lastDayWithCap = '2026-02-28'
const firstDayOfBands = '2026-03-01'

function untilFebruary2026(sellerType: FeeSellerType, programme: 'standard' | 'freeShipping'): FeeTerms {
  const inProgramme = programme === 'freeShipping'
  return {
    platform: 'shopee',
    name: `Shopee até 28/02/2026 · ${sellerType.toUpperCase()}${inProgramme ? ' · frete grátis' : ''}`,
    fromDay: '2000-01-01',
    toDay: lastDayWithCap,
    sellerType,
    programme,
    basis: 'item',
    capCents: 100_00n,
    bands: [
      {
        fromCents: 0n,
        toCents: null,
        commission,
        service: transaction + (inProgramme ? freeShippingProgramme : 0n),
        fixedCents: 4_00n + (sellerType === 'cpf' ? individualCents : 0n),
      },
    ],
    parts,
  }
}

function fromMarch2026(sellerType: FeeSellerType): FeeTerms {
  const extra = sellerType === 'cpf' ? individualCents : 0n
  const band = (fromCents: bigint, toCents: bigint | null, rate: bigint, fixed: bigint): FeeBand => ({
    fromCents,
    toCents,
    commission: rate,
    service: transaction,
    fixedCents: fixed + extra,
  })
  return {
    platform: 'shopee',
    name: `Shopee desde 01/03/2026 · ${sellerType.toUpperCase()}`,
    fromDay: firstDayOfBands,
    toDay: null,
    sellerType,
    programme: 'all',
    basis: 'item',
    capCents: null,
    bands: [
      band(0n, 79_99n, commissionBelow80, 4_00n),
      band(80_00n, 99_99n, commission, 16_00n),
      band(100_00n, 199_99n, commission, 20_00n),
      band(200_00n, null, commission, 26_00n),
    ],
    parts,
  }
}

export const brazilFeeHistory: readonly FeeTerms[] = (['cnpj', 'cpf'] as const).flatMap((sellerType) => [
  untilFebruary2026(sellerType, 'standard'),
  untilFebruary2026(sellerType, 'freeShipping'),
  fromMarch2026(sellerType),
])

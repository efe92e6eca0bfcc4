import type { RateMillionths } from '@/lib/core/rounding'
import type {
  CheapItems,
  FeeBand,
  FeeBasis,
  FeePart,
  FeePartKind,
  FeeSellerType,
  FeeTerms,
  Provenance,
} from '@/lib/money/fees/schema'
import type { Cents } from '@/lib/core/money'

// The published tables of Brazil: what a new company starts from. Each line says where it comes from (lib/money/fees/sources.ts). The 20 % and 14 % of the
// announcements are 18 % or 12 % commission plus 2 % service in the API until September 2026, and 18.6 % or 12.6 % plus 1.4 % since.

const announced = (source: string, readOn: string): Provenance => ({ source, readOn, certainty: 'announced' })
const open = (source: string, readOn: string): Provenance => ({ source, readOn, certainty: 'open' })

const bandsOfMarch = announced('article:18483;measuredSplit', '2026-09-27')
/** The bands are announced; how the API splits them was only measured, on two orders. */
const bandsOfOctober = announced('article:26839;measuredSplit', '2026-09-30')
const beforeMarch = open('publicTexts;measured', '2026-11-22')

const part = (
  kind: FeePartKind,
  { rate = 0n, fixedCents = 0n, basis = 'order', cheap = null, capCents = null }: PartAmounts,
  origin: Provenance,
): FeePart => ({ kind, rate, fixedCents, basis, cheap, capCents, origin })
type PartAmounts = {
  rate?: RateMillionths
  fixedCents?: Cents
  basis?: FeeBasis
  cheap?: CheapItems | null
  capCents?: Cents | null
}

const campaign = (rate: RateMillionths) =>
  part('campaign', { rate, basis: 'item' }, announced('article:18712', '2026-09-22'))

/** Above 450 orders in 90 days. The formula below R$12 is not published: a quarter of the price fits both known examples, so the line stays open. */
const individualVolume = part(
  'individual_volume',
  { fixedCents: 3_00n, basis: 'item', cheap: { belowCents: 12_00n, rate: 250_000n } },
  open('article:18484', '2026-09-27'),
)
/** Since 2 February 2026, per order over the largest measures. */
const bulky = part('bulky', { fixedCents: 50_00n }, announced('article:3305', '2026-09-18'))
const freightVoucher = part(
  'freight_voucher',
  { rate: 250_000n, capCents: 10_00n },
  announced('article:23431,25794', '2026-09-18'),
)
const anyDay = [
  part('affiliate_service', { rate: 140_000n }, open('measured', '2026-11-22')),
  part('protection', { fixedCents: 49n }, open('measured', '2026-11-22')),
  // The least: each shop sets its own share.
  part('ads_top_up', { rate: 20_000n }, open('measured', '2026-10-10')),
]

export const lastDayWithCap = '2026-02-28'

type Programme = 'standard' | 'freeShipping'

function untilFebruary2026(sellerType: FeeSellerType, programme: Programme): FeeTerms {
  const inProgramme = programme === 'freeShipping'
  return {
    platform: 'shopee',
    published: `shopee-2025-${sellerType}-${programme}`,
    name: `Shopee até 28/02/2026 · ${sellerType.toUpperCase()}${inProgramme ? ' · frete grátis' : ''}`,
    fromDay: '2000-01-01',
    toDay: lastDayWithCap,
    sellerType,
    programme,
    basis: 'item',
    rounding: 'halfUp',
    capCents: 100_00n,
    bands: [
      {
        fromCents: 0n,
        toCents: null,
        commission: 120_000n,
        service: inProgramme ? 80_000n : 20_000n,
        // Individuals paid R$3 to R$7 more by volume, which no table tells.
        fixedCents: sellerType === 'cpf' ? 7_00n : 4_00n,
        cheap: null,
        origin: beforeMarch,
      },
    ],
    parts: [campaign(25_000n), ...anyDay, bulky],
  }
}

type Table = {
  key: string
  fromDay: string
  toDay: string | null
  low: { commission: RateMillionths; fixedCents: Cents; cheapBelowCents: Cents }
  high: { commission: RateMillionths }
  service: RateMillionths
  campaignRate: RateMillionths
  origin: Provenance
}

function tableOf(table: Table, sellerType: FeeSellerType): FeeTerms {
  const { key, fromDay, toDay, low, high, service, origin } = table
  const half = 500_000n
  const above = (fromCents: Cents, toCents: Cents | null, fixedCents: Cents): FeeBand => {
    return { fromCents, toCents, commission: high.commission, service, fixedCents, cheap: null, origin }
  }
  const [year, month, day] = fromDay.split('-')
  return {
    platform: 'shopee',
    published: `${key}-${sellerType}`,
    name: `Shopee desde ${day}/${month}/${year} · ${sellerType.toUpperCase()}`,
    fromDay,
    toDay,
    sellerType,
    programme: 'all',
    basis: 'item',
    rounding: 'halfUp',
    capCents: null,
    bands: [
      {
        fromCents: 0n,
        toCents: 79_99n,
        commission: low.commission,
        service,
        fixedCents: low.fixedCents,
        cheap: { belowCents: low.cheapBelowCents, rate: half },
        origin,
      },
      above(80_00n, 99_99n, 16_00n),
      above(100_00n, 199_99n, 20_00n),
      above(200_00n, null, 26_00n),
    ],
    parts: [
      campaign(table.campaignRate),
      ...anyDay,
      ...(sellerType === 'cpf' ? [individualVolume] : []),
      bulky,
      freightVoucher,
    ],
  }
}

const march: Table = {
  key: 'shopee-2026-03',
  fromDay: '2026-03-01',
  toDay: '2026-04-22',
  origin: bandsOfMarch,
  low: { commission: 180_000n, fixedCents: 4_00n, cheapBelowCents: 8_00n },
  high: { commission: 120_000n },
  service: 20_000n,
  campaignRate: 25_000n,
}
const tables: Table[] = [
  march,
  { ...march, key: 'shopee-2026-04', fromDay: '2026-04-23', toDay: '2026-09-30', campaignRate: 35_000n },
  {
    key: 'shopee-2026-10',
    fromDay: '2026-10-01',
    toDay: null,
    origin: bandsOfOctober,
    low: { commission: 186_000n, fixedCents: 4_50n, cheapBelowCents: 9_00n },
    high: { commission: 126_000n },
    service: 14_000n,
    campaignRate: 35_000n,
  },
]

export const brazilFeeHistory: readonly FeeTerms[] = (['cnpj', 'cpf'] as const).flatMap((sellerType) => [
  untilFebruary2026(sellerType, 'standard'),
  untilFebruary2026(sellerType, 'freeShipping'),
  ...tables.map((table) => tableOf(table, sellerType)),
])

/** How the API splits what is announced: commission and transaction fee of each band since the bands began, the newest first. */
export const publishedSplits: readonly { commission: RateMillionths; transaction: RateMillionths }[] = tables
  .filter(({ service }, at) => tables[at - 1]?.service !== service)
  .toReversed()
  .flatMap(({ low, high, service }) => [low, high].map(({ commission }) => ({ commission, transaction: service })))

import type { Cents } from '@/lib/core/money'
import type { Day } from '@/lib/core/dates'
import type { RateMillionths, Rounding } from '@/lib/core/rounding'

export type FeePlatform = 'shopee' | 'manual'
export type FeeSellerType = 'cnpj' | 'cpf'
export const feeBases = ['item', 'order'] as const
export type FeeBasis = (typeof feeBases)[number]

/** Which shops a rule holds for: those outside the free-shipping programme, those in it, or all of them. */
export const feeProgrammes = ['standard', 'freeShipping', 'all'] as const
export type FeeProgramme = (typeof feeProgrammes)[number]
export type ShopProgramme = Exclude<FeeProgramme, 'all'>

/** The limit for commission and service of a band together: beyond it, too little is left of a price. */
export const maxBandRate: RateMillionths = 950_000n

/** Where a line of a rule comes from, when it was read there, and how sure it is. */
export const feeCertainties = ['announced', 'observed', 'open'] as const
/** Announced by the platform; observed in this company's charged orders; open, where nothing official says it. */
export type FeeCertainty = (typeof feeCertainties)[number]
export type Provenance = { source: string; readOn: Day | null; certainty: FeeCertainty }
/** Typed in by a person: there is no other source. */
export const typedHere: Provenance = { source: '', readOn: null, certainty: 'open' }

/** Below a unit price the fixed part is a share of the price; at the limit itself it is the whole fixed part. */
export type CheapItems = { belowCents: Cents; rate: RateMillionths }

export type FeeBand = {
  /** The unit price from which the band holds, up to the next band's. */
  fromCents: Cents
  /** The last unit price of the band; none for the band without end. */
  toCents: Cents | null
  commission: RateMillionths
  service: RateMillionths
  /** Once per unit or once per order, as the rule's basis says; part of the service fee. */
  fixedCents: Cents
  cheap: CheapItems | null
  origin: Provenance
}

/** The charges of a rule beside its bands, for shops whose terms include them. */
export const feePartKinds = [
  'campaign',
  'affiliate_service',
  'protection',
  'ads_top_up',
  'individual_volume',
  'bulky',
  'freight_voucher',
] as const
export type FeePartKind = (typeof feePartKinds)[number]
export type FeePart = {
  kind: FeePartKind
  /** Rate of the products' revenue less vouchers; for affiliate_service, of the affiliates' commission. */
  rate: RateMillionths
  fixedCents: Cents
  /** Rounded and charged once for each line, a fixed amount once for each unit; or once for the order. */
  basis: FeeBasis
  cheap: CheapItems | null
  /** The most that the part comes to. */
  capCents: Cents | null
  origin: Provenance
}

export type FeeTerms = {
  platform: FeePlatform
  name: string
  fromDay: Day
  /** The last day; none while the rule is in force. */
  toDay: Day | null
  sellerType: FeeSellerType
  programme: FeeProgramme
  basis: FeeBasis
  rounding: Rounding
  /** The key of the published table that the rule was taken from; null for a rule of the company's own. */
  published: string | null
  /** The most that the percentages of one unit may come to. */
  capCents: Cents | null
  bands: FeeBand[]
  parts: FeePart[]
}

export type FeeRule = FeeTerms & {
  id: string
  /** How many charged orders matched the rule; with none it is unconfirmed. */
  confirmedBy: number
  version: number
}

export type FeeOrderLine = { quantity: number; unitPriceCents: Cents }

export type LineFees = {
  baseCents: Cents
  voucherCents: Cents
  bandFromCents: Cents
  commissionCents: Cents
  /** The percentage of the service fee, without its fixed part. */
  serviceRateCents: Cents
  fixedCents: Cents
  /** serviceRateCents + fixedCents: what the platform calls the service fee. */
  serviceCents: Cents
  capped: boolean
}

export type ExpectedFees = {
  ruleId: string
  lines: LineFees[]
  commissionCents: Cents
  serviceCents: Cents
  totalCents: Cents
}

import type { Day } from '@/lib/core/dates'
import type { RateMillionths } from '@/lib/core/rounding'
import { feeProgrammes, type FeePartKind, type ShopProgramme } from '@/lib/money/fees/schema'

/** A shop's programmes. */
export type TermsOfDay = {
  programme: ShopProgramme
  campaign: boolean
  affiliates: boolean
  protection: boolean
  /** The share of a sale that goes to the balance for ads; zero where none does. */
  adsTopUpRate: RateMillionths
  /** An individual with so many orders that each item costs more; null where the shop's own orders say so, or nothing does. */
  highVolume: boolean | null
  /** Its goods are over the largest measures. */
  bulky: boolean
  /** Parts of which somebody said that the shop does not take part, although the platform charges them. */
  denied?: FeePartKind[]
}
/** From that day on, until the next. */
export type ShopTerms = TermsOfDay & { fromDay: Day }

export const termSwitches = ['campaign', 'affiliates', 'protection', 'bulky'] as const
export const shopProgrammes = ['freeShipping', 'standard'] as const satisfies readonly ShopProgramme[]

/** Until somebody says otherwise: in the programme, which all are in since March 2026, and in nothing else. */
export const defaultTerms: TermsOfDay = {
  programme: 'freeShipping',
  campaign: false,
  affiliates: false,
  protection: false,
  adsTopUpRate: 0n,
  highVolume: null,
  bulky: false,
}

export function termsOn(terms: readonly ShopTerms[], day: Day): TermsOfDay {
  return (
    terms.reduce<ShopTerms | null>(
      (best, each) => (each.fromDay <= day && (!best || each.fromDay > best.fromDay) ? each : best),
      null,
    ) ?? defaultTerms
  )
}

const takes: Record<FeePartKind, (terms: TermsOfDay) => boolean> = {
  campaign: ({ campaign }) => campaign,
  affiliate_service: ({ affiliates }) => affiliates,
  protection: ({ protection }) => protection,
  ads_top_up: ({ adsTopUpRate }) => adsTopUpRate > 0n,
  individual_volume: ({ highVolume }) => highVolume === true,
  bulky: ({ bulky }) => bulky,
  // Its base is the voucher that the buyer used, which no order tells: reconciliation takes what was charged, up to the cap.
  freight_voucher: () => false,
}

export const takesPart = (terms: TermsOfDay, kind: FeePartKind): boolean => takes[kind](terms)

/** Whether two say the same of a shop. */
export const isSameTerms = (a: TermsOfDay | null, b: TermsOfDay | null): boolean =>
  a === null || b === null
    ? a === b
    : (['programme', ...termSwitches, 'adsTopUpRate', 'highVolume'] as const).every((key) => a[key] === b[key]) &&
      (a.denied ?? []).join() === (b.denied ?? []).join()

export const asProgramme = (text: string): ShopProgramme =>
  shopProgrammes.find((programme) => programme === text) ?? defaultTerms.programme

export const asFeeProgramme = (text: string) => feeProgrammes.find((programme) => programme === text) ?? 'standard'

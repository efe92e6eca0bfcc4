import type { Day } from '@/lib/dates'
import { feeProgrammes, type FeePartKind, type ShopProgramme } from '@/lib/fees/schema'

/** What a shop takes part in. */
export type TermsOfDay = {
  programme: ShopProgramme
  campaign: boolean
  affiliates: boolean
  protection: boolean
  adsTopUp: boolean
}
/** From that day on, until the next. */
export type ShopTerms = TermsOfDay & { fromDay: Day }

export const termSwitches = ['campaign', 'affiliates', 'protection', 'adsTopUp'] as const
export const shopProgrammes = ['freeShipping', 'standard'] as const satisfies readonly ShopProgramme[]

/** Until somebody says otherwise: in the programme, which all are in since March 2026, and in nothing else. */
export const defaultTerms: TermsOfDay = {
  programme: 'freeShipping',
  campaign: false,
  affiliates: false,
  protection: false,
  adsTopUp: false,
}

export function termsOn(terms: readonly ShopTerms[], day: Day): TermsOfDay {
  return (
    terms.reduce<ShopTerms | null>(
      (best, each) => (each.fromDay <= day && (!best || each.fromDay > best.fromDay) ? each : best),
      null,
    ) ?? defaultTerms
  )
}

const switchOf = {
  campaign: 'campaign',
  affiliate_service: 'affiliates',
  protection: 'protection',
  ads_top_up: 'adsTopUp',
} as const satisfies Record<FeePartKind, keyof TermsOfDay>

export const takesPart = (terms: TermsOfDay, kind: FeePartKind): boolean => terms[switchOf[kind]]

export const asProgramme = (text: string): ShopProgramme =>
  shopProgrammes.find((programme) => programme === text) ?? defaultTerms.programme

export const asFeeProgramme = (text: string) => feeProgrammes.find((programme) => programme === text) ?? 'standard'

import { betterPrices, priceFor, type BetterPrices } from '@/lib/money/fees/best-price'
import { deadZones } from '@/lib/money/fees/dead-zones'
import { priceLines, type PriceLines, type PriceTerms } from '@/lib/money/fees/price-terms'
import { rateFromText, type RateMillionths } from '@/lib/core/rounding'
import type { FeeRule } from '@/lib/money/fees/schema'
import type { TermsOfDay } from '@/lib/money/fees/terms'
import type { Language } from '@/lib/core/language'
import { formatAmount, parseMoney, type Cents } from '@/lib/core/money'
import { parseRate } from '@/lib/identity/settings/rates'

const amounts = ['price', 'cost', 'packaging'] as const
const rates = ['margin', 'tax', 'ads', 'affiliate'] as const
type AmountKey = (typeof amounts)[number]
type RateKey = (typeof rates)[number]

export type CalculatorDraft = Record<AmountKey | RateKey, string> & {
  mode: 'price' | 'margin'
  campaign: boolean
  protection: boolean
  bulky: boolean
}
/** The calculator's first values where a shop has no product to begin with: marked as an example. */
const example = { priceCents: 50_00n, costCents: 20_00n, packagingCents: 0n }
type Start = { priceCents: Cents; costCents: Cents | null; packagingCents: Cents }
type StartDraft = Pick<CalculatorDraft, 'price' | 'cost' | 'packaging' | 'margin'>

export function draftStart(start: Start | null, language: Language): StartDraft {
  const { priceCents, costCents, packagingCents } = start ?? example
  return {
    price: formatAmount(priceCents, language),
    cost: costCents === null ? '' : formatAmount(costCents, language),
    packaging: packagingCents === 0n ? '' : formatAmount(packagingCents, language),
    margin: '20',
  }
}

/** Whether the amounts still are those that the calculator opened with. */
export const isStart = (draft: StartDraft, start: StartDraft): boolean =>
  draft.price === start.price && draft.cost === start.cost && draft.packaging === start.packaging

/** The values of the fields; null for empty ones. */
export type Calculation = Record<AmountKey, Cents | null> &
  Record<RateKey, RateMillionths | null> &
  Pick<CalculatorDraft, 'mode' | 'campaign' | 'protection' | 'bulky'> & {
    errors: Partial<Record<AmountKey | RateKey, string>>
  }

export function readCalculation(draft: CalculatorDraft, language: Language): Calculation {
  const errors: Calculation['errors'] = {}
  const money = (key: AmountKey) => {
    const parsed = draft[key].trim() === '' ? null : parseMoney(draft[key], language)
    if (parsed && !parsed.ok) errors[key] = `errors.${parsed.error}`
    return parsed?.ok ? parsed.cents : null
  }
  const rate = (key: RateKey) => {
    const parsed = draft[key].trim() === '' ? null : parseRate(draft[key])
    if (parsed && !parsed.ok) errors[key] = `errors.${parsed.error}`
    return parsed?.ok ? rateFromText(parsed.rate) : null
  }
  const { mode, campaign, protection, bulky } = draft
  return {
    mode,
    campaign,
    protection,
    bulky,
    errors,
    ...(Object.fromEntries(amounts.map((key) => [key, money(key)])) as Record<AmountKey, Cents | null>),
    ...(Object.fromEntries(rates.map((key) => [key, rate(key)])) as Record<RateKey, RateMillionths | null>),
  }
}

export type Calculated =
  | { state: 'noRule' | 'needPrice' | 'needMargin' | 'never' }
  | {
      state: 'found'
      lines: PriceLines
      rule: FeeRule
      better: BetterPrices | null
      /** Found for a margin, not typed. */
      isSought: boolean
    }

export function calculate(
  { mode, price, margin, cost, packaging, tax, ads, affiliate, campaign, protection, bulky }: Calculation,
  { rule, terms }: { rule: FeeRule | null; terms: TermsOfDay },
): Calculated {
  if (!rule) return { state: 'noRule' }
  const context: PriceTerms = {
    rule,
    terms: { ...terms, campaign, protection, bulky },
    costCents: cost,
    packagingCents: packaging ?? 0n,
    taxRate: tax,
    adsRate: ads ?? 0n,
    affiliateRate: affiliate ?? 0n,
  }
  const zones = deadZones(rule, context.terms)
  if (mode === 'price' && (price === null || price <= 0n)) return { state: 'needPrice' }
  if (mode === 'margin' && (margin === null || cost === null || tax === null)) return { state: 'needMargin' }
  const matches = mode === 'price' ? price : priceFor(context, { margin: margin ?? 0n }, 1n, zones)
  if (matches === null) return { state: 'never' }
  return {
    state: 'found',
    rule,
    isSought: mode === 'margin',
    lines: priceLines(matches, context),
    better: betterPrices(context, zones, matches),
  }
}

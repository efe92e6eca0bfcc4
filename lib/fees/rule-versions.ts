import { addDays, type Day } from '@/lib/dates'
import { rateFromText, rateText } from '@/lib/fees/rounding'
import type { BandsInput, SaveFeeRuleInput } from '@/lib/fees/rule-schema'
import type { FeeBand, FeePart, FeeRule } from '@/lib/fees/schema'

type Terms = Pick<FeeRule, 'name' | 'basis' | 'capCents'> & { bands: FeeBand[]; parts: FeePart[] }

/** As the form has them: a band ends before the next one's first price, so that none is left between them. */
export const bandsOf = (bands: BandsInput): FeeBand[] =>
  bands.map(({ fromCents, commission, service, fixedCents }, index) => ({
    fromCents,
    toCents: bands[index + 1] ? bands[index + 1]!.fromCents - 1n : null,
    commission: rateFromText(commission),
    service: rateFromText(service),
    fixedCents,
  }))

export const bandsInputOf = (bands: readonly Omit<FeeBand, 'toCents'>[]): BandsInput =>
  bands.map(({ fromCents, commission, service, fixedCents }) => ({
    ...{ fromCents, fixedCents, commission: rateText(commission), service: rateText(service) },
  }))

export function readTerms({ name, basis, capCents, bands, parts }: Omit<SaveFeeRuleInput, 'id' | 'version'>): Terms {
  return {
    ...{ name, basis, capCents },
    bands: bandsOf(bands),
    parts: parts.map((part) => ({ ...part, rate: rateFromText(part.rate) })),
  }
}

/** Whether a version of the rule can begin on that day: while the rule holds, its first day included. */
export const mayBegin = ({ fromDay, toDay }: Pick<FeeRule, 'fromDay' | 'toDay'>, day: Day): boolean =>
  fromDay <= day && (toDay === null || day <= toDay)

/** The old rule gets its last day, before the new one's first; one that is replaced from its first day on holds no more. */
export const withVersion = (rules: readonly FeeRule[], base: FeeRule, next: FeeRule): FeeRule[] => [
  ...rules.map((rule) => (rule.id === base.id ? { ...rule, toDay: addDays(next.fromDay, -1) } : rule)),
  next,
]

export const corrected = (rules: readonly FeeRule[], changed: FeeRule): FeeRule[] =>
  rules.map((rule) => (rule.id === changed.id ? changed : rule))

/** Replaced before it ever held. */
export const isReplaced = ({ fromDay, toDay }: Pick<FeeRule, 'fromDay' | 'toDay'>): boolean =>
  toDay !== null && toDay < fromDay

import { addDays, type Day } from '@/lib/core/dates'
import { rateFromText, rateText } from '@/lib/core/rounding'
import type { BandsInput, SaveFeeRuleInput } from '@/lib/money/fees/rule-schema'
import { typedHere, type CheapItems, type FeeBand, type FeePart, type FeeRule } from '@/lib/money/fees/schema'

type Terms = Pick<FeeRule, 'name' | 'basis' | 'rounding' | 'capCents'> & { bands: FeeBand[]; parts: FeePart[] }

type CheapInput = BandsInput[number]['cheap']
const cheapOf = (cheap: CheapInput): CheapItems | null => cheap && { ...cheap, rate: rateFromText(cheap.rate) }
const cheapInputOf = (cheap: CheapItems | null): CheapInput => cheap && { ...cheap, rate: rateText(cheap.rate) }

/** As the form has them: a band ends before the next one's first price, so that none is left between them. */
export const bandsOf = (bands: BandsInput): FeeBand[] =>
  bands.map(({ fromCents, commission, service, fixedCents, cheap }, index) => ({
    fromCents,
    toCents: bands[index + 1] ? bands[index + 1]!.fromCents - 1n : null,
    commission: rateFromText(commission),
    service: rateFromText(service),
    fixedCents,
    cheap: cheapOf(cheap),
    origin: typedHere,
  }))

export const bandsInputOf = (bands: readonly Omit<FeeBand, 'toCents' | 'origin'>[]): BandsInput =>
  bands.map(({ fromCents, commission, service, fixedCents, cheap }) => ({
    fromCents,
    fixedCents,
    commission: rateText(commission),
    service: rateText(service),
    cheap: cheapInputOf(cheap),
  }))

export const partsInputOf = (parts: readonly FeePart[]): SaveFeeRuleInput['parts'] =>
  parts.map(({ origin: _, rate, cheap, ...part }) => ({ ...part, rate: rateText(rate), cheap: cheapInputOf(cheap) }))

/** The terms that are saved; a line that stays as it was keeps what it says of where it comes from. */
export function readTerms(
  { name, basis, rounding, capCents, bands, parts }: Omit<SaveFeeRuleInput, 'id' | 'version'>,
  base: Pick<FeeRule, 'bands' | 'parts'>,
  typed = typedHere,
): Terms {
  return {
    name,
    basis,
    rounding,
    capCents,
    bands: bandsOf(bands).map((band) => ({ ...band, origin: base.bands.find(isSameLine(band))?.origin ?? typed })),
    parts: parts.map(({ rate, cheap, ...part }) => {
      const read: FeePart = { ...part, rate: rateFromText(rate), cheap: cheapOf(cheap), origin: typed }
      return { ...read, origin: base.parts.find(isSameLine(read))?.origin ?? typed }
    }),
  }
}

const textOf = ({ origin: _, ...line }: FeeBand | FeePart) =>
  Object.entries({ ...line, cheap: line.cheap ? `${line.cheap.belowCents} ${line.cheap.rate}` : '' })
    .map(([key, value]) => `${key} ${value}`)
    .toSorted()
    .join()
const isSameLine = (one: FeeBand | FeePart) => (other: FeeBand | FeePart) => textOf(one) === textOf(other)

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

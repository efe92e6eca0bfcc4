import type { Day } from '@/lib/core/dates'
import type { FieldErrors } from '@/lib/core/errors'
import { rateText } from '@/lib/core/rounding'
import { bandErrors, type SaveFeeRuleInput } from '@/lib/money/fees/rule-schema'
import { bandsOf } from '@/lib/money/fees/rule-versions'
import { feePartKinds, type FeeBand, type FeePartKind, type FeeRule } from '@/lib/money/fees/schema'
import type { Language } from '@/lib/core/language'
import { formatAmount, parseMoney } from '@/lib/core/money'
import { formatRateInput, parseRate } from '@/lib/identity/settings/rates'

/** Bands as they stand in the fields. */
export type BandDraft = { from: string; commission: string; service: string; fixed: string; cheapBelow: string }
export type PartDraft = { rate: string; fixed: string }
export type RuleDraft = {
  name: string
  fromDay: Day | null
  basis: FeeRule['basis']
  rounding: FeeRule['rounding']
  cap: string
  bands: BandDraft[]
  parts: Record<FeePartKind, PartDraft>
}

export const emptyBand: BandDraft = { from: '', commission: '', service: '', fixed: '', cheapBelow: '' }

export const draftBands = (bands: readonly FeeBand[], language: Language): BandDraft[] =>
  bands.map(({ fromCents, commission, service, fixedCents, cheap }) => ({
    from: formatAmount(fromCents, language),
    commission: formatRateInput(rateText(commission), language),
    service: formatRateInput(rateText(service), language),
    fixed: formatAmount(fixedCents, language),
    cheapBelow: cheap ? formatAmount(cheap.belowCents, language) : '',
  }))

export function draftRule(rule: FeeRule, fromDay: Day | null, language: Language): RuleDraft {
  const part = (kind: FeePartKind): PartDraft => {
    const part = rule.parts.find((each) => each.kind === kind)
    return {
      rate: formatRateInput(rateText(part?.rate ?? 0n), language),
      fixed: formatAmount(part?.fixedCents ?? 0n, language),
    }
  }
  return {
    name: rule.name,
    fromDay,
    basis: rule.basis,
    rounding: rule.rounding,
    cap: rule.capCents === null ? '' : formatAmount(rule.capCents, language),
    bands: draftBands(rule.bands, language),
    parts: Object.fromEntries(feePartKinds.map((kind) => [kind, part(kind)])) as RuleDraft['parts'],
  }
}

type Input = Pick<SaveFeeRuleInput, 'name' | 'basis' | 'rounding' | 'capCents' | 'bands' | 'parts'>
/** The share of the price that cheap items pay instead of the fixed part: the platform has never had another share. */
const cheapShare = '0.500000'

/** Reads money and percentages in the language of the form, and says at each field what could not be read. */
class Reading {
  readonly fields: FieldErrors = {}
  constructor(private readonly language: Language) {}

  money(name: string, text: string): bigint {
    const parsed = parseMoney(text.trim() === '' ? '0' : text, this.language)
    if (!parsed.ok) this.fields[name] = [`errors.${parsed.error}`]
    return parsed.ok ? parsed.cents : 0n
  }

  rate(name: string, text: string): string {
    const parsed = parseRate(text.trim() === '' ? '0' : text)
    if (!parsed.ok) this.fields[name] = [`errors.${parsed.error}`]
    return parsed.ok ? parsed.rate : '0'
  }
}

const readBandDrafts = (reading: Reading, bands: readonly BandDraft[]): Input['bands'] =>
  bands.map(({ from, commission, service, fixed, cheapBelow }, at) => ({
    fromCents: reading.money(`bands.${at}.fromCents`, from),
    commission: reading.rate(`bands.${at}.commission`, commission),
    service: reading.rate(`bands.${at}.service`, service),
    fixedCents: reading.money(`bands.${at}.fixedCents`, fixed),
    cheap:
      cheapBelow.trim() === ''
        ? null
        : { belowCents: reading.money(`bands.${at}.cheap.belowCents`, cheapBelow), rate: cheapShare },
  }))

/** A part without any amount is none. */
export function readDraft(draft: RuleDraft, rule: FeeRule, language: Language): { input: Input; fields: FieldErrors } {
  const reading = new Reading(language)
  const parts = feePartKinds.flatMap((kind): Input['parts'] => {
    const rate = reading.rate(`parts.${kind}.rate`, draft.parts[kind].rate)
    const fixedCents = reading.money(`parts.${kind}.fixedCents`, draft.parts[kind].fixed)
    const known = rule.parts.find((each) => each.kind === kind)
    const cheap = known?.cheap ? { ...known.cheap, rate: rateText(known.cheap.rate) } : null
    const part = { kind, rate, fixedCents, cheap, basis: known?.basis ?? 'order', capCents: known?.capCents ?? null }
    return /[1-9]/.test(rate) || fixedCents > 0n ? [part] : []
  })
  const input = {
    name: draft.name,
    basis: draft.basis,
    rounding: draft.rounding,
    parts,
    capCents: draft.cap.trim() === '' ? null : reading.money('capCents', draft.cap),
    bands: readBandDrafts(reading, draft.bands),
  }
  return { input, fields: reading.fields }
}

/** For the simulator, which saves nothing and refuses what saving would. */
export function readDraftBands(drafts: readonly BandDraft[], language: Language) {
  const reading = new Reading(language)
  const bands = readBandDrafts(reading, drafts)
  const unreadable = Object.keys(reading.fields).length > 0
  return { bands: bandsOf(bands), fields: unreadable ? reading.fields : bandErrors(bands) }
}

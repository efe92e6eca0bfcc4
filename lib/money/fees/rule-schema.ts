import { z } from 'zod'
import { isDay } from '@/lib/core/dates'
import type { FieldErrors } from '@/lib/core/errors'
import { maxMoneyCents } from '@/lib/core/money'
import { recordVersion } from '@/lib/core/record-version'
import { rateFromText, roundingModes } from '@/lib/core/rounding'
import { participationKinds } from '@/lib/money/fees/seen-participation'
import { feeBases, feePartKinds, maxBandRate } from '@/lib/money/fees/schema'
import { shopProgrammes } from '@/lib/money/fees/terms'
import { plainText } from '@/lib/core/text/text'

const day = z.string().refine(isDay, 'errors.dateInvalid')
// An invalid rate ends the check: bands and parts are calculated with afterwards.
const rate = z.string().regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, { error: 'errors.rateInvalid', abort: true })
const cents = z.bigint().min(0n, 'errors.moneyInvalid').max(maxMoneyCents, 'errors.moneyTooLarge')
export const maxRuleNameChars = 120
export const maxBands = 20

const cheap = z.object({ belowCents: cents, rate }).nullable().default(null)
const band = z.object({ fromCents: cents, commission: rate, service: rate, fixedCents: cents, cheap })
const part = z.object({
  kind: z.enum(feePartKinds),
  rate,
  fixedCents: cents,
  basis: z.enum(feeBases),
  cheap,
  capCents: cents.nullable().default(null),
})
type Bands = z.output<typeof band>[]

const isFirst = (bands: Bands) => bands[0]?.fromCents === 0n
const wrongOrder = (bands: Bands) => bands.findIndex((each, at) => at > 0 && each.fromCents <= bands[at - 1]!.fromCents)
const tooHigh = (bands: Bands) =>
  bands.findIndex(
    (each) =>
      rateFromText(each.commission) + rateFromText(each.service) + rateFromText(each.cheap?.rate ?? '0') > maxBandRate,
  )

/** For every rule alike: saved, adopted or only simulated. */
export const bandsInput = z
  .array(band)
  .min(1)
  .max(maxBands)
  .superRefine((all, context) => {
    const refuse = (at: number, field: keyof Bands[number], message: string) =>
      context.addIssue({ code: 'custom', path: [at, field], message })
    if (!isFirst(all)) refuse(0, 'fromCents', 'fees.fields.firstBand')
    if (wrongOrder(all) > 0) refuse(wrongOrder(all), 'fromCents', 'fees.fields.bandOrder')
    if (tooHigh(all) >= 0) refuse(tooHigh(all), 'commission', 'fees.fields.ratesTooHigh')
  })
export type BandsInput = z.output<typeof bandsInput>

/** The faults of bands, at the names of a form's fields. */
export const bandErrors = (bands: BandsInput): FieldErrors =>
  Object.fromEntries(
    (bandsInput.safeParse(bands).error?.issues ?? []).map(({ path, message }) => [
      ['bands', ...path].join('.'),
      [message],
    ]),
  )

const terms = {
  name: plainText({
    min: 1,
    max: maxRuleNameChars,
    missing: 'fees.fields.nameRequired',
    long: 'fees.fields.tooLong',
  }),
  basis: z.enum(feeBases),
  rounding: z.enum(roundingModes).default('halfUp'),
  capCents: cents.nullable(),
  bands: bandsInput,
  parts: z
    .array(part)
    .max(feePartKinds.length)
    .refine((all) => new Set(all.map(({ kind }) => kind)).size === all.length, 'errors.invalidInput'),
}

/** The largest part, where a band and all that comes on top of it would leave nothing of a price. */
function tooHighPart({ bands, parts }: { bands: BandsInput; parts: z.output<typeof part>[] }) {
  const ofPrice = parts
    .filter(({ kind }) => kind !== 'affiliate_service' && kind !== 'freight_voucher')
    .map(({ kind, rate }) => ({ kind, rate: rateFromText(rate) }))
    .toSorted((a, b) => Number(b.rate - a.rate))
  const added = ofPrice.reduce((sum, { rate }) => sum + rate, 0n)
  const isTooHigh = bands.some(
    ({ commission, service }) => rateFromText(commission) + rateFromText(service) + added > maxBandRate,
  )
  return isTooHigh && added > 0n ? ofPrice[0]?.kind : undefined
}

const record = { id: z.uuid(), version: recordVersion }

/** From a day on with another version of it, or, without a day, the rule itself, which no order may have used yet. */
export const saveFeeRuleInput = z
  .object({ ...record, fromDay: day.nullable(), ...terms })
  .superRefine((rule, context) => {
    const kind = tooHighPart(rule)
    // At the name of the form's field, which is the kind's.
    if (kind) context.addIssue({ code: 'custom', path: ['parts', kind, 'rate'], message: 'fees.fields.partsTooHigh' })
  })
export type SaveFeeRuleInput = z.output<typeof saveFeeRuleInput>

/** The rates observed in a shop's charged orders become the rule's next version. */
export const adoptFeeRuleInput = z.object({ ...record, shopId: z.uuid(), fromDay: day })
export type AdoptFeeRuleInput = z.output<typeof adoptFeeRuleInput>

export const takePublishedInput = z.object({ key: z.string().min(1).max(maxRuleNameChars) })
export type TakePublishedInput = z.output<typeof takePublishedInput>

export const checkFeeRulesInput = z.object({})

/** The platform asks for two percent; more than half of a sale is a slip of the pen. */
export const maxAdsRate = 500_000n
const switches = {
  programme: z.enum(shopProgrammes),
  campaign: z.boolean(),
  affiliates: z.boolean(),
  protection: z.boolean(),
  adsTopUpRate: z.bigint().min(0n, 'errors.rateInvalid').max(maxAdsRate, 'errors.rateInvalid'),
  highVolume: z.boolean().nullable(),
  // A form of before does not say it.
  bulky: z.boolean().default(false),
  denied: z.array(z.enum(feePartKinds)).optional(),
}
/** `seen`: what stood at that day when the form was shown; null where nothing did. */
export const setShopTermsInput = z.object({
  shopId: z.uuid(),
  fromDay: day,
  ...switches,
  seen: z.object(switches).nullable(),
})
export type SetShopTermsInput = z.output<typeof setShopTermsInput>

/** Whether a shop takes part, since that day, in what nearly all its orders pay. */
export const answerParticipationInput = z.object({
  shopId: z.uuid(),
  kind: z.enum(participationKinds),
  since: day,
  takesPart: z.boolean(),
})
export type AnswerParticipationInput = z.output<typeof answerParticipationInput>

export const removeShopTermsInput = z.object({ shopId: z.uuid(), fromDay: day, seen: z.object(switches) })
export type RemoveShopTermsInput = z.output<typeof removeShopTermsInput>

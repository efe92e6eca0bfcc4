import { z } from 'zod'
import { isDay } from '@/lib/core/dates'
import { maxMoneyCents } from '@/lib/core/money'
import { recordVersion } from '@/lib/core/record-version'
import { isPlainText, plainText } from '@/lib/core/text/text'
import { bareDocument, isDocument } from './documents'
import { hasRate, taxRegimes } from './rates'
import { states } from './states'

const long = 'companyData.fields.tooLong'
const missing = 'companyData.fields.nameRequired'
export const maxNameChars = 120
export const maxRegistrationChars = 20
/** For one entity at once: the window that the form shows and the stored months before it. */
const maxMonths = 60

const name = plainText({ min: 1, max: maxNameChars, missing, long })
const day = z.string().refine(isDay, 'errors.dateInvalid')
const month = day.refine((value) => value.endsWith('-01'), 'errors.dateInvalid')
const rate = z.string().regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'errors.rateInvalid')
const unitsInvalid = 'companyData.fields.unitsInvalid'

export const updateOrganizationInput = z.object({ version: recordVersion, name, timeZone: z.string().max(64) })
export type UpdateOrganizationInput = z.output<typeof updateOrganizationInput>

export const updateStockRulesInput = z.object({
  version: recordVersion,
  lowStockUnits: z.int(unitsInvalid).min(0, unitsInvalid).max(1_000_000, unitsInvalid),
  backorders: z.boolean(),
})
export type UpdateStockRulesInput = z.output<typeof updateStockRulesInput>

export const setProductivityInput = z.object({ version: recordVersion, on: z.boolean() })
export type SetProductivityInput = z.output<typeof setProductivityInput>

export const requireSecondFactorInput = z.object({ version: recordVersion, on: z.boolean() })
export type RequireSecondFactorInput = z.output<typeof requireSecondFactorInput>

export const sellerTypes = ['cnpj', 'cpf'] as const

const entityFields = {
  name,
  sellerType: z.enum(sellerTypes),
  document: z
    .string()
    .max(40, long)
    .transform((text) => bareDocument(text) || null)
    .nullable(),
  stateRegistration: plainText({ max: maxRegistrationChars, long })
    .transform((text) => text || null)
    .nullable(),
  state: z.enum(states).nullable(),
  openedOn: day.nullable(),
}

type Documented = { sellerType: (typeof sellerTypes)[number]; document: string | null }
const documentHolds = ({ sellerType, document }: Documented) => document === null || isDocument(document, sellerType)
const documentWrong = { path: ['document'], error: 'companyData.fields.documentInvalid' }

export const createEntityInput = z.object(entityFields).refine(documentHolds, documentWrong)
export type CreateEntityInput = z.output<typeof createEntityInput>

const record = { id: z.uuid(), version: recordVersion }
export const updateEntityInput = z.object({ ...record, ...entityFields }).refine(documentHolds, documentWrong)
export type UpdateEntityInput = z.output<typeof updateEntityInput>

export const entityInput = z.object(record)
export type EntityInput = z.output<typeof entityInput>

const rateHolds = (input: { regime: (typeof taxRegimes)[number]; rate: string | null }) =>
  hasRate(input.regime) === (input.rate !== null)

/** With `rateId` that row is corrected, and `fromDay` is the day it has; without it a new one is added. */
export const setTaxRateInput = z
  .object({
    ...record,
    rateId: z.uuid().nullable(),
    fromDay: day,
    regime: z.enum(taxRegimes),
    rate: rate.nullable(),
    lessVouchers: z.boolean().default(false),
    withSubsidies: z.boolean().default(false),
    withFreight: z.boolean().default(false),
    lessPix: z.boolean().default(true),
  })
  .refine(rateHolds, { path: ['rate'], error: 'companyData.fields.rateRequired' })
export type SetTaxRateInput = z.output<typeof setTaxRateInput>

export const removeTaxRateInput = z.object({ ...record, rateId: z.uuid() })
export type RemoveTaxRateInput = z.output<typeof removeTaxRateInput>

/** Null forgets a month: unknown, where zero is a month without revenue. */
export const setOpeningRevenueInput = z.object({
  ...record,
  months: z
    .array(
      z.object({
        month,
        revenueCents: z.bigint().min(0n, 'errors.moneyInvalid').max(maxMoneyCents, 'errors.moneyTooLarge').nullable(),
      }),
    )
    .max(maxMonths)
    .refine((months) => new Set(months.map((each) => each.month)).size === months.length, 'errors.invalidInput'),
})
export type SetOpeningRevenueInput = z.output<typeof setOpeningRevenueInput>

export const moveSalesChannelInput = z.object({
  kind: z.enum(['shop', 'channel']),
  id: z.uuid(),
  /** Whose it was when the form was shown. */
  fromEntityId: z.uuid(),
  toEntityId: z.uuid(),
  /** The first day on which it is of the other entity; null: it always was. */
  fromDay: day.nullable(),
})
export type MoveSalesChannelInput = z.output<typeof moveSalesChannelInput>

const channelFields = { name, feeRate: rate }
export const createChannelInput = z.object({ ...channelFields, legalEntityId: z.uuid() })
export type CreateChannelInput = z.output<typeof createChannelInput>

/** A channel has no version: what the form was filled in from stands for it. */
export const updateChannelInput = z.object({
  id: z.uuid(),
  ...channelFields,
  seen: z.object({ name: z.string().max(400).refine(isPlainText), feeRate: rate }),
})
export type UpdateChannelInput = z.output<typeof updateChannelInput>

export const channelInput = z.object({ id: z.uuid() })
export type ChannelInput = z.output<typeof channelInput>

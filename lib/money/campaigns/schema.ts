import { z } from 'zod'
import { isDay, type Day } from '@/lib/core/dates'
import { maxMoneyCents } from '@/lib/core/money'
import { recordVersion } from '@/lib/core/record-version'
import { plainText } from '@/lib/core/text/text'

export const campaignsPath = '/dashboard/shopee/campanhas'
export const campaignPath = (id: string) => `${campaignsPath}/${id}`
export const maxCampaignDays = 60
export const maxCampaignLines = 300
/** The most units of one line, as the platform takes them. */
const maxUnits = 999_999

const DAY_MS = 86_400_000
export const daysOf = ({ fromDay, toDay }: { fromDay: Day; toDay: Day }): number =>
  Math.round((Date.parse(toDay) - Date.parse(fromDay)) / DAY_MS) + 1

const day = z.string().refine(isDay, 'errors.dateInvalid')
const head = {
  name: plainText({ min: 1, max: 80, missing: 'campaigns.fields.nameMissing', long: 'campaigns.fields.nameLong' }),
  fromDay: day,
  toDay: day,
  /** A campaign of the marketplace, with its fee on every sale of the shop. */
  isHighlight: z.boolean(),
  /** In millionths; null for no other limit than the cost. */
  leastMargin: z
    .int('campaigns.fields.marginInvalid')
    .min(0, 'campaigns.fields.marginInvalid')
    .max(900_000, 'campaigns.fields.marginInvalid')
    .nullable(),
}
/** A day that is none is its own field’s error. */
const isInOrder = ({ fromDay, toDay }: { fromDay: Day; toDay: Day }) => {
  if (![fromDay, toDay].every(isDay)) return true
  return toDay >= fromDay && daysOf({ fromDay, toDay }) <= maxCampaignDays
}
const order = { message: 'campaigns.fields.daysInvalid', path: ['toDay'] }

export const updateCampaignInput = z
  .object({ campaignId: z.uuid(), version: recordVersion, ...head })
  .refine(isInOrder, order)
export type UpdateCampaignInput = z.output<typeof updateCampaignInput>

export const campaignLine = z.strictObject({
  listingId: z.uuid(),
  priceCents: z.bigint().min(1n, 'campaigns.fields.priceMissing').max(maxMoneyCents, 'errors.moneyTooLarge'),
  /** Set aside for the campaign. */
  units: z
    .int('campaigns.fields.unitsInvalid')
    .min(1, 'campaigns.fields.unitsInvalid')
    .max(maxUnits, 'campaigns.fields.unitsInvalid'),
})
export type CampaignLine = z.output<typeof campaignLine>

const lines = z
  .array(campaignLine)
  .max(maxCampaignLines, 'campaigns.fields.tooMany')
  .refine((given) => new Set(given.map(({ listingId }) => listingId)).size === given.length)

/** With lines where the price desk's picks begin it. */
export const createCampaignInput = z
  .object({ shopId: z.uuid(), ...head, lines: lines.default([]) })
  .refine(isInOrder, order)
export type CreateCampaignInput = z.output<typeof createCampaignInput>

export const setCampaignLinesInput = z.object({ campaignId: z.uuid(), version: recordVersion, lines })
export type SetCampaignLinesInput = z.output<typeof setCampaignLinesInput>

export const removeCampaignInput = z.object({ campaignId: z.uuid(), version: recordVersion })
export type RemoveCampaignInput = z.output<typeof removeCampaignInput>

export const campaignStates = ['planned', 'running', 'ended'] as const
export type CampaignState = (typeof campaignStates)[number]
export const campaignState = ({ fromDay, toDay }: { fromDay: Day; toDay: Day }, today: Day): CampaignState =>
  today < fromDay ? 'planned' : today > toDay ? 'ended' : 'running'

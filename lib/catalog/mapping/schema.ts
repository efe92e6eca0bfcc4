import { z } from 'zod'
import { isDay } from '@/lib/core/dates'
import { maxSkuChars } from '../products/schema'
import { plainText } from '@/lib/core/text/text'
import { decisions } from './judge-products'

/** The effect of a new mapping on existing orders. */
export const remapScopes = ['future', 'open', 'since'] as const
export type RemapScope = (typeof remapScopes)[number]

export const maxListingUnits = 10_000
export const maxKitParts = 50

const quantity = z
  .int('mapping.fields.quantity')
  .min(1, 'mapping.fields.quantity')
  .max(maxListingUnits, 'mapping.fields.quantity')
const day = z.string().refine(isDay, 'mapping.fields.day')

const namesDay = ({ scope, sinceDay }: { scope: RemapScope; sinceDay: string | null }) =>
  scope !== 'since' || sinceDay !== null

const target = { listingId: z.uuid(), productId: z.uuid().nullable(), quantity }

/** `seen…`: what the listing was mapped to when the form was shown; if it is not any more, nothing changes. */
export const mapListingInput = z.object({
  ...target,
  seenProductId: z.uuid().nullable(),
  seenQuantity: quantity,
  how: z.enum(['hand', 'suggestion']),
  scope: z.enum(remapScopes),
  sinceDay: day.nullable(),
})
export type MapListingInput = z.output<typeof mapListingInput>

/** `since`: only orders from that day on. */
const since = day.nullable().default(null)

export const previewInput = z.object({ ...target, since })
export type PreviewInput = z.input<typeof previewInput>
/** The effect of a sheet, or, without one, of the exact SKUs, for one shop or for all. */
export const previewBulkInput = z.object({ runId: z.uuid().nullable(), shopId: z.uuid().nullable(), since })

/** `sinceDay`: from when on, where the scope asks for it. */
const remap = { scope: z.enum(remapScopes), sinceDay: day.nullable().default(null) }

export const mapBySkuInput = z
  .object({ shopId: z.uuid().nullable(), ...remap })
  .refine(namesDay, { path: ['sinceDay'], error: 'mapping.fields.day' })
export type MapBySkuInput = z.output<typeof mapBySkuInput>

const parts = z
  .array(z.object({ productId: z.uuid(), quantity }))
  .max(maxKitParts, 'mapping.fields.partsTooMany')
  .refine((given) => new Set(given.map((part) => part.productId)).size === given.length, 'mapping.fields.partsTwice')

export const setKitInput = z.object({ productId: z.uuid(), parts })
export type SetKitInput = z.output<typeof setKitInput>

const required = (text: string, max: number) =>
  plainText({ max, long: 'products.fields.tooLong' }).refine((given) => given.length > 0, text)

export const createKitInput = z.object({
  sku: required('products.fields.skuRequired', 100),
  title: required('products.fields.titleRequired', 255),
  parts: parts.min(1, 'mapping.fields.partsMissing'),
})
export type CreateKitInput = z.output<typeof createKitInput>

export const applySheetInput = z
  .object({ runId: z.uuid(), ...remap })
  .refine(namesDay, { path: ['sinceDay'], error: 'mapping.fields.day' })
export type ApplySheetInput = z.output<typeof applySheetInput>

/** For one shop, for some listings, or for all without a product. */
export const draftProductsInput = z.object({
  shopId: z.uuid().nullable(),
  listingIds: z.array(z.uuid()).min(1).max(500).nullable(),
})
export type DraftProductsInput = z.output<typeof draftProductsInput>

/** `sku`: null leaves the listing's own. `peers`: the same of all that stand in each other's way with it. */
export const decideArticleInput = z.object({
  runId: z.uuid(),
  listingId: z.uuid(),
  sku: plainText({ max: maxSkuChars, long: 'products.fields.tooLong' }).nullable(),
  as: z.enum(decisions).nullable(),
  peers: z.boolean().default(false),
})
export type DecideArticleInput = z.output<typeof decideArticleInput>

/** A field left out stays as it is. */
export const fillSkusInput = z.object({
  runId: z.uuid(),
  fillBlank: z.boolean().optional(),
  joinSame: z.boolean().optional(),
  keepIds: z.boolean().optional(),
})
export type FillSkusInput = z.output<typeof fillSkusInput>

/** `opening`: the platform's stock becomes the opening count. */
export const makeProductsInput = z
  .object({ runId: z.uuid(), opening: z.boolean(), ...remap })
  .refine(namesDay, { path: ['sinceDay'], error: 'mapping.fields.day' })
export type MakeProductsInput = z.output<typeof makeProductsInput>

export const undoProductsInput = z.object({ runId: z.uuid() })
export type UndoProductsInput = z.output<typeof undoProductsInput>

export const rowProblems = [
  'listingUnknown',
  'listingAmbiguous',
  'productUnknown',
  'productArchived',
  'quantityInvalid',
  'repeated',
] as const
export type RowProblem = { row: number; reason: (typeof rowProblems)[number]; value: string }

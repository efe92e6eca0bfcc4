import { z } from 'zod'
import { plainText } from '@/lib/core/text/text'

export const countsPath = '/dashboard/minha-empresa/produtos/contagens'
export const countPath = (id: string) => `${countsPath}/${id}`

export const countStates = ['open', 'booking', 'booked', 'cancelled'] as const
export type CountState = (typeof countStates)[number]
/** The views of a session's lines. */
export const countTabs = ['all', 'missing', 'counted', 'different', 'moved'] as const
export type CountTab = (typeof countTabs)[number]

export const countHref = (
  path: string,
  { tab, q }: { tab: CountTab; q: string },
  place: Record<string, string> = {},
) => {
  const params = new URLSearchParams({ ...(tab !== 'all' && { tab }), ...(q && { q }), ...place })
  return params.size > 0 ? `${path}?${params.toString()}` : path
}

/** More than a person counts of one product at once. */
export const maxEntryUnits = 1_000_000
export const maxCountLines = 20_000
export const maxPickedSkus = 2000
/** Entries that could not be sent wait on the device no longer than this. */
export const maxEntryAgeMs = 24 * 3_600_000

export const openCountInput = z
  .object({
    name: plainText({ min: 1, max: 80, missing: 'counts.fields.nameMissing', long: 'counts.fields.nameTooLong' }),
    /** Which products stand in its list from the beginning: what a filter of the levels finds, these SKUs, or none. */
    from: z.enum(['filter', 'skus', 'none']),
    /** The levels' filter as its address carries it. */
    query: z.string().max(4000),
    skus: z.array(z.string().trim().min(1).max(120)).max(maxPickedSkus, 'counts.fields.skusTooMany'),
  })
  .refine(({ from, skus }) => from !== 'skus' || skus.length > 0, {
    path: ['skus'],
    error: 'counts.fields.skusMissing',
  })
export type OpenCountInput = z.output<typeof openCountInput>

const countId = z.uuid()
/** One scan or number. Its id is the call's key, made where it is counted. */
export const countEntryInput = z.object({
  countId,
  /** The scanned or typed code: a barcode or a SKU. */
  code: plainText({ min: 1, max: 120, missing: 'bench.fields.codeMissing', long: 'bench.fields.codeTooLong' }),
  /** Chosen among several products of that code, or counted on its line. */
  productId: z.uuid().nullable(),
  units: z.int('stock.fields.unitsInvalid').min(0, 'stock.fields.countNegative').max(maxEntryUnits),
  /** How long ago it was counted. */
  ageMs: z.int().min(0).max(maxEntryAgeMs),
})
export type CountEntryInput = z.output<typeof countEntryInput>

export const undoEntryInput = z.object({ countId, undoes: z.uuid() })
export type UndoEntryInput = z.output<typeof undoEntryInput>
export const recountLineInput = z.object({ countId, productId: z.uuid(), round: z.int().min(1) })
export type RecountLineInput = z.output<typeof recountLineInput>

export const bookCountInput = z.object({
  countId,
  /** Listed products that were not counted: left as they are, or set to zero. */
  missing: z.enum(['leave', 'zero']),
  /** Lines whose level moved while they were being counted are booked all the same. */
  acceptMoved: z.boolean(),
  /** The state of the session whose differences were looked at. */
  seen: z.string().max(60),
})
export type BookCountInput = z.output<typeof bookCountInput>
export const resumeCountInput = z.object({ countId })
export const cancelCountInput = z.object({ countId })
export type CountIdInput = z.output<typeof cancelCountInput>

export type CountedProduct = { id: string; sku: string; title: string }
/** The outcome of an entry. */
export type EntryOutcome =
  | {
      outcome: 'counted'
      product: CountedProduct
      units: number
      moved: boolean
      others: { person: string; units: number }[]
    }
  | { outcome: 'unknown' }
  | { outcome: 'kit'; product: CountedProduct }
  | { outcome: 'several'; products: CountedProduct[] }

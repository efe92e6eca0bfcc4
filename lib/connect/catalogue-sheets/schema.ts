import { z } from 'zod'
import type { Unread } from '@/lib/core/sheets/unread'
import type { UnknownSheet } from '../order-imports/sheet-layouts'
import type { ImportProgress, ImportState, ImportSummary } from '../order-imports/schema'
import { isDay } from '@/lib/core/dates'
import { plainText } from '@/lib/core/text/text'
import { saleFields, type SaleField, type SalesSummary } from '../channel-sales/fields'
import { catalogueFieldNames, type CatalogueField } from './fields'
import type { CatalogueLayout } from './layout'
import type { Change, FailedRow } from './judge-rows'

export const sheetsPath = '/dashboard/minha-empresa/produtos/planilhas'
export const sheetKinds = ['catalogue', 'sales'] as const
export type SheetKindName = (typeof sheetKinds)[number]
export const maxColumns = 1_000

/** The fields of an upload, beside the file itself; `channel` names the one of sales whose sheet names none. */
export const sheetUploadInput = z.strictObject({
  kind: z.enum(sheetKinds),
  fileName: plainText({ min: 1, max: 255 }),
  channel: plainText({ min: 1, max: 80 }).nullable(),
})

const place = z.int().min(0).max(maxColumns)
const placesOf = <F extends string>(fields: readonly F[]) => z.partialRecord(z.enum(fields), place)

export const mapColumnsInput = z.object({
  importId: z.uuid(),
  places: z
    .record(z.string().max(40), place)
    .refine(
      (places) => Object.keys(places).length > 0 && new Set(Object.values(places)).size === Object.keys(places).length,
      'sheets.fields.columnTwice',
    ),
  weight: z.enum(['kg', 'g']),
  size: z.enum(['cm', 'mm']),
  zeroIsEmpty: z.boolean(),
})
export type MapColumnsInput = z.output<typeof mapColumnsInput>
export const cataloguePlaces = placesOf<CatalogueField>(catalogueFieldNames)
export const salePlaces = placesOf<SaleField>(saleFields)

/** `stockFrom`: sales before that day do not move stock, since the opening count came after them. */
export const confirmSheetInput = z.object({
  importId: z.uuid(),
  leaveOutBadRows: z.boolean(),
  reason: plainText({ max: 200, long: 'stock.fields.reasonTooLong' }).nullable(),
  stockFrom: z.string().refine(isDay, 'errors.dateInvalid').nullable(),
})
export type ConfirmSheetInput = z.output<typeof confirmSheetInput>

/** The summary of a checked sheet of products, beside that of every import. */
export type CatalogueSummary = {
  sheet?: Omit<CatalogueLayout, 'headings'> & { headings: CatalogueLayout['headings']; deposits: string[] }
  /** Set while the person is asked which column is which. */
  unknownSheet?: UnknownSheet
  /** Fields that could not be read, of rows that stand without them. */
  unread?: Unread[]
}

export type SheetSummary = Omit<ImportSummary, 'result'> &
  CatalogueSummary &
  SalesSummary & { result?: { created: number; updated: number; kept: number; refused?: number } }

export type SheetRun = {
  id: string
  kind: SheetKindName
  fileName: string
  state: ImportState
  createdAt: Date
  errorCode: string | null
  summary: SheetSummary
  progress: ImportProgress
}

export type ProductPreview = {
  number: number
  sku: string
  title: string
  outcome: 'new' | 'changed'
  changes: Change[]
}
export type SalePreview = {
  number: number
  channel: string
  code: string | null
  day: string
  status: string
  units: number
  revenueCents: string
  feeCents: string | null
  outcome: 'new'
}
export type { FailedRow }

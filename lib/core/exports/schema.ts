import { z } from 'zod'
import { languages, type Language } from '../language'

export const exportsPath = '/dashboard/exports'
export const exportKinds = [
  'orders',
  'products',
  'expenses',
  'purchaseSuggestion',
  'levels',
  'movements',
  'stockValue',
  'purchases',
  'suppliers',
  'count',
  'abc',
  'itemProfit',
  'stockCover',
  'wallet',
  'payouts',
  'freight',
  'settlements',
  'deadZones',
  'simulation',
  'trail',
] as const
export type ListName = (typeof exportKinds)[number]
/** Several lists and files in one ZIP. */
export const packKinds = ['accountantPack', 'wholeCompany'] as const
export type PackName = (typeof packKinds)[number]
export type ExportKind = ListName | PackName
/** Kinds that are requested like any list; the whole company has a way of its own. */
export const requestableKinds = [...exportKinds, 'accountantPack'] as const
export type RequestableKind = (typeof requestableKinds)[number]
export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]
export const fileFormats = [...exportFormats, 'zip'] as const
export type FileFormat = (typeof fileFormats)[number]

export const isPack = (kind: ExportKind): kind is PackName => (packKinds as readonly string[]).includes(kind)
/** An owner asks for it where their password is asked for: it is neither repeated from the list of exports nor sent to a drive. */
export const isWholeCompany = (kind: ExportKind): kind is 'wholeCompany' => kind === 'wholeCompany'
/** How large a file may become: a test has it smaller. */
export const most = { wholeCompanyMegabytes: 3_072, megabytes: 1_024 }
export const maxMegabytesOf = (kind: ExportKind): number =>
  isWholeCompany(kind) ? most.wholeCompanyMegabytes : most.megabytes
export type ExportState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired'

export const runningExports: readonly ExportState[] = ['waiting', 'running']
export const keptDays = 7
/** Every open tab of an owner can fetch the whole company, unasked for a password. */
export const keptDaysOf = (kind: ExportKind): number => (isWholeCompany(kind) ? 1 : keptDays)

const exportId = z.object({ exportId: z.uuid() })
export const requestExportInput = z.object({
  kind: z.enum(requestableKinds),
  /** A pack is a ZIP whatever is asked for. */
  format: z.enum(fileFormats),
  /** The list's filter as its address carries it. */
  query: z.string().max(10_000),
  language: z.enum(languages),
  toDrive: z.boolean(),
})
export type RequestExportInput = z.output<typeof requestExportInput>
export const cancelExportInput = exportId
export const repeatExportInput = exportId
export const saveExportInput = exportId
export type ExportIdInput = z.output<typeof exportId>

/**
 * The fields of the export's row beside its own columns. `madeAs` holds the reader whose rights the file was written
 * with.
 */
export type ExportFilter = {
  query: string
  language: Language
  madeAs?: { role: string; legalEntityIds: string[] | null }
  /** The words that were looked for are gone with the file: the same list cannot be asked for again. */
  isForgotten?: true
}

/** The outcome of saving to the drive; null where it was not requested. */
export type DriveSaving =
  | { state: 'saving' }
  | { state: 'saved'; link: string | null }
  | { state: 'failed'; code: string }
export type ExportProgress = {
  state: ExportState
  done: number
  total: number | null
  /** Picked, but not in the file. */
  missing: number
  errorCode: string | null
  reference: string | null
  drive: DriveSaving | null
}

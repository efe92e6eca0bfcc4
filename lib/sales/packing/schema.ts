import { z } from 'zod'
import { recordVersion } from '@/lib/core/record-version'
import { isPlainText } from '@/lib/core/text/text'

/** A phone's photo, made smaller before it is sent. */
export const maxEvidenceBytes = 2_000_000
export const parcelsOfManifest = 500

/** A scanner's text: no control characters, with any label. */
const scanned = z
  .string()
  .max(120, 'bench.fields.codeTooLong')
  .transform((text) => cleanCode(text))
  .pipe(z.string().min(1, 'bench.fields.codeMissing'))

/** `screenId`: the queue's screen that takes the parcel over from any other. */
export const findParcelInput = z.object({ code: scanned, screenId: z.uuid().nullable().default(null) })
export const scannedProductInput = z.object({ code: scanned })
export const packInput = z.object({
  packageId: z.uuid(),
  version: recordVersion,
  lines: z
    .array(z.strictObject({ key: z.string().min(1).max(200).refine(isPlainText), units: z.int().min(0).max(100_000) }))
    .max(500),
})
export type PackInput = z.output<typeof packInput>

/** The queue's next parcel for the screen `screenId`: of one prepared day or of all that is printed. */
export const nextParcelInput = z.object({
  screenId: z.uuid(),
  runId: z.uuid().nullable(),
  /** Put off on this screen, the first of them first. */
  skipped: z.array(z.uuid()).max(500),
})
export type NextParcelInput = z.output<typeof nextParcelInput>

export const closeManifestInput = z.object({
  carrier: z.string().max(200).refine(isPlainText).nullable(),
  packageIds: z.array(z.uuid()).min(1, 'bench.fields.noParcels').max(parcelsOfManifest, 'bench.fields.tooManyParcels'),
})
export type CloseManifestInput = z.output<typeof closeManifestInput>

export const addEvidenceInput = z.object({
  orderId: z.uuid(),
  returnId: z.uuid().nullable(),
  photo: z
    .file('bench.fields.photoInvalid')
    .min(1, 'bench.fields.photoInvalid')
    .max(maxEvidenceBytes, 'bench.fields.photoTooLarge'),
})
export type AddEvidenceInput = z.output<typeof addEvidenceInput>

/** Why a parcel is not to be packed. */
export const parcelProblems = [
  'cancelled',
  'cancellationAsked',
  'shipped',
  'unpaid',
  'platformShips',
  'nothingToPack',
] as const
export type ParcelProblem = (typeof parcelProblems)[number]

export type ParcelLine = {
  /** The product, else the listing of what no product is mapped to. */
  key: string
  productId: string | null
  sku: string | null
  title: string
  variation: string | null
  /** The codes of it that may be scanned, in capitals. */
  codes: string[]
  units: number
  /** At the own shelf. */
  onHand: number
  photoFileId: string | null
  /** The kits that it is a part of. */
  kits: string[]
}
export type PackingParcel = {
  id: string
  version: number
  number: string
  trackingNumber: string | null
  carrier: string | null
  orderId: string
  orderCode: string
  shopName: string
  problem: ParcelProblem | null
  lines: ParcelLine[]
  /** Packed before, and by whom. */
  packedAt: string | null
  packedBy: string | null
  /** How many parcels the order has. */
  parcels: number
}

/** `left`: not packed yet, this one and those on other screens included. */
export type NextParcel = { parcel: PackingParcel | null; left: number }
/** The product that a code belongs to, in the parcel or not. */
export type ScannedProduct = { sku: string; title: string; photoFileId: string | null }

const MAX_CODE_CHARS = 80

/** Scanners add line ends, spaces and control characters; letters count in capitals. */
export const cleanCode = (text: string): string =>
  Array.from(text)
    .filter((letter) => letter > '\u001f' && letter !== '\u007f')
    .join('')
    .trim()
    .toUpperCase()
    .slice(0, MAX_CODE_CHARS)

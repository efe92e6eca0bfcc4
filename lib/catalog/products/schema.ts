import { z } from 'zod'
import { maxMoneyCents } from '@/lib/core/money'
import { productsAtOnce } from './bulk-price'
import { recordVersion } from '@/lib/core/record-version'
import { isPlainText, plainText } from '@/lib/core/text/text'

export const maxSkuChars = 100
export const maxTitleChars = 255
export const maxDescriptionChars = 100_000
export const maxBarcodes = 20
export const maxPhotoBytes = 1_800_000
export const maxMeasureGrams = 1_000_000
export const maxMeasureMm = 100_000
const maxUnits = 1_000_000

const tooLong = 'products.fields.tooLong'
const required = (field: string, max: number) =>
  plainText({ max, long: tooLong }).refine((text) => text.length > 0, {
    error: field,
    params: { error: 'productRequired' },
  })
const optionalText = (max: number) =>
  plainText({ max, long: tooLong })
    .transform((text) => text || null)
    .nullable()
const money = z.bigint().min(0n, 'errors.moneyInvalid').max(maxMoneyCents, 'errors.moneyTooLarge').nullable()
const measure = (max: number) =>
  z
    .int('products.fields.measureInvalid')
    .min(1, 'products.fields.measureInvalid')
    .max(max, 'products.fields.measureInvalid')
    .nullable()
const units = z
  .int('products.fields.unitsInvalid')
  .min(0, 'products.fields.unitsInvalid')
  .max(maxUnits, 'products.fields.unitsInvalid')

const barcode = z
  .string()
  .trim()
  .regex(/^[0-9A-Za-z.\-/ ]{4,48}$/, 'products.fields.barcodeInvalid')

const productFields = z.object({
  sku: required('products.fields.skuRequired', maxSkuChars),
  title: required('products.fields.titleRequired', maxTitleChars),
  priceCents: money,
  descriptionHtml: z.string().max(maxDescriptionChars, tooLong).refine(isPlainText, 'errors.textInvalid'),
  barcodes: z
    .array(barcode)
    .max(maxBarcodes, 'products.fields.barcodesTooMany')
    .transform((codes) => [...new Set(codes)]),
  photoFileId: z.uuid().nullable(),
  shelfAddress: optionalText(60),
  weightGrams: measure(maxMeasureGrams),
  lengthMm: measure(maxMeasureMm),
  widthMm: measure(maxMeasureMm),
  heightMm: measure(maxMeasureMm),
  minimumStock: units.nullable(),
})

/** A cost of null is not known: never zero. */
export const createProductInput = productFields.extend({ costCents: money, openingStock: units })
export type CreateProductInput = z.output<typeof createProductInput>

/** Without `costCents` the cost stays as it is. */
export const updateProductInput = productFields.extend({
  id: z.uuid(),
  version: recordVersion,
  costCents: money.optional(),
})
export type UpdateProductInput = z.output<typeof updateProductInput>

export const archiveProductInput = z.object({ id: z.uuid(), version: recordVersion })
export type ArchiveProductInput = z.output<typeof archiveProductInput>

export const uploadPhotoInput = z.object({
  photo: z
    .file('products.fields.photoInvalid')
    .min(1, 'products.fields.photoInvalid')
    .max(maxPhotoBytes, 'products.fields.photoTooLarge'),
})
export type UploadPhotoInput = z.output<typeof uploadPhotoInput>

/** A field left out stays as it is. */
export const editProductsInput = z.object({
  entries: z
    .array(
      z.strictObject({
        id: z.uuid(),
        version: recordVersion,
        priceCents: money.optional(),
        archived: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(productsAtOnce)
    .refine((entries) => new Set(entries.map(({ id }) => id)).size === entries.length, 'errors.invalidInput'),
})
export type EditProductsInput = z.output<typeof editProductsInput>

/** The job that renews what finds the orders of a product; enqueued when its SKU changes. */
export const refreshOrderListTask = 'refresh-desk'

import { z } from 'zod'
import { isDay } from '@/lib/core/dates'
import { maxMoneyCents } from '@/lib/core/money'
import { recordVersion } from '@/lib/core/record-version'
import { bareDocument, isCnpj, isCpf } from '@/lib/identity/settings/documents'
import { plainText } from '@/lib/core/text/text'

export const maxLines = 300
export const maxInstalments = 24
export const maxInvoiceBytes = 2_000_000
const maxUnits = 1_000_000
const maxDays = 720

const long = 'purchases.fields.tooLong'
const text = (max: number) =>
  plainText({ max, long })
    .transform((value) => value || null)
    .nullable()
const day = z.string().refine(isDay, 'errors.dateInvalid')
const money = z.bigint().min(0n, 'errors.moneyInvalid').max(maxMoneyCents, 'errors.moneyTooLarge')
const days = (max: number, error: 'purchases.fields.days' | 'purchases.fields.paymentDay' = 'purchases.fields.days') =>
  z.int(error).min(0, error).max(max, error)
const units = z.int('purchases.fields.units').min(1, 'purchases.fields.units').max(maxUnits, 'purchases.fields.units')
const record = { id: z.uuid(), version: recordVersion }

const supplierFields = {
  name: plainText({ min: 1, max: 120, missing: 'purchases.fields.nameRequired', long }),
  document: z
    .string()
    .max(40, long)
    .transform((value) => bareDocument(value) || null)
    .nullable()
    .refine((bare) => bare === null || isCnpj(bare) || isCpf(bare), 'purchases.fields.documentInvalid'),
  contactName: text(120),
  email: z
    .union([z.literal('').transform(() => null), z.email('purchases.fields.emailInvalid').max(200, long)])
    .nullable(),
  phone: text(40),
  leadTimeDays: days(365).nullable(),
  note: text(2000),
}
export const createSupplierInput = z.object(supplierFields)
export type CreateSupplierInput = z.output<typeof createSupplierInput>
export const updateSupplierInput = z.object({ ...record, ...supplierFields })
export type UpdateSupplierInput = z.output<typeof updateSupplierInput>
export const supplierInput = z.object(record)
export type SupplierInput = z.output<typeof supplierInput>

const eachOnce = (lines: readonly { productId: string }[]) =>
  new Set(lines.map(({ productId }) => productId)).size === lines.length

const purchaseFields = {
  supplierId: z.uuid(),
  legalEntityId: z.uuid().nullable(),
  expectedOn: day.nullable(),
  note: text(2000),
  /** Days from sending until each instalment is due; none: nothing is owed through this purchase. */
  paymentDays: z
    .array(days(maxDays, 'purchases.fields.paymentDay'))
    .max(maxInstalments, 'purchases.fields.instalmentsMany'),
  freightCents: money,
  ipiCents: money,
  stCents: money,
  otherCents: money,
  discountCents: money,
  lines: z
    .array(z.object({ productId: z.uuid(), supplierCode: text(60), quantity: units, unitCostCents: money }))
    .min(1, 'purchases.fields.linesRequired')
    .max(maxLines, 'purchases.fields.linesMany')
    .refine(eachOnce, 'purchases.fields.lineTwice'),
}
export const createPurchaseInput = z.object(purchaseFields)
export type CreatePurchaseInput = z.output<typeof createPurchaseInput>
export const draftSuggestionInput = z.object({
  supplierId: z.uuid(),
  lines: z
    .array(z.object({ productId: z.uuid(), supplierCode: text(60), quantity: units }))
    .min(1, 'purchases.fields.linesRequired')
    .max(maxLines, 'purchases.fields.linesMany')
    .refine(eachOnce, 'purchases.fields.lineTwice'),
})
export type DraftSuggestionInput = z.output<typeof draftSuggestionInput>
export const updatePurchaseInput = z.object({ ...record, ...purchaseFields })
export type UpdatePurchaseInput = z.output<typeof updatePurchaseInput>
export const purchaseInput = z.object(record)
export type PurchaseInput = z.output<typeof purchaseInput>

export const receivePurchaseInput = z.object({
  ...record,
  note: text(500),
  /** The excess over the purchase was confirmed and is to be booked. */
  allowOver: z.boolean(),
  lines: z
    .array(
      z.object({
        line: z
          .int()
          .min(1)
          .max(maxLines * 4),
        units,
        note: text(200),
      }),
    )
    .min(1, 'purchases.fields.nothingReceived')
    .max(maxLines * 4),
})
export type ReceivePurchaseInput = z.output<typeof receivePurchaseInput>

export const reverseReceiptInput = z.object({
  ...record,
  receiptId: z.uuid(),
  reason: plainText({ min: 1, max: 200, missing: 'purchases.fields.reasonRequired', long }),
})
export type ReverseReceiptInput = z.output<typeof reverseReceiptInput>

export const uploadInvoiceInput = z.object({
  file: z.file('errors.invoiceFileUnknown').max(maxInvoiceBytes, 'errors.invoiceFileUnsafe'),
})
export type UploadInvoiceInput = z.output<typeof uploadInvoiceInput>

export const bookInvoiceInput = z.object({
  ...record,
  /** An open purchase of the supplier whose place the invoice takes; null: a purchase of its own. */
  purchaseId: z.uuid().nullable(),
  /** The invoice names somebody else as its buyer; that was asked about. */
  notOurs: z.boolean(),
  withPayables: z.boolean(),
  /** Lines without a product are goods that the stock does not keep. */
  lines: z.array(z.object({ productId: z.uuid().nullable(), units: units.nullable() })).max(990),
  /** When each instalment is due of which the invoice tells no day, in the invoice's order. */
  dueDays: z.array(day.nullable()).max(120).optional(),
})
export type BookInvoiceInput = z.output<typeof bookInvoiceInput>
export const dropInvoiceInput = z.object(record)

export const costRules = ['last', 'average', 'fifo'] as const
export type CostRule = (typeof costRules)[number]
export const updateBuyingRulesInput = z.object({
  version: recordVersion,
  costRule: z.enum(costRules),
  salesDays: z.int('purchases.fields.period').min(1, 'purchases.fields.period').max(365, 'purchases.fields.period'),
  coverDays: days(365),
  leadDays: days(365),
})
export type UpdateBuyingRulesInput = z.output<typeof updateBuyingRulesInput>

export const maxSources = 20
export const setBuyingInput = z.object({
  productId: z.uuid(),
  version: recordVersion,
  leadTimeDays: days(365).nullable(),
  sources: z
    .array(
      z.object({
        supplierId: z.uuid('purchases.fields.supplierRequired'),
        code: plainText({ min: 1, max: 60, missing: 'purchases.fields.codeRequired', long }),
        unitsPerPack: z
          .int('purchases.fields.units')
          .min(1, 'purchases.fields.units')
          .max(100_000, 'purchases.fields.units'),
        minimumUnits: units.nullable(),
      }),
    )
    .max(maxSources)
    .refine(
      (sources) => new Set(sources.map(({ supplierId, code }) => `${supplierId} ${code}`)).size === sources.length,
      'purchases.fields.codeTwice',
    ),
})
export type SetBuyingInput = z.output<typeof setBuyingInput>

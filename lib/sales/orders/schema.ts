import { z } from 'zod'
import { isDay } from '@/lib/core/dates'
import { maxMoneyCents } from '@/lib/core/money'
import { recordVersion } from '@/lib/core/record-version'
import { plainText } from '@/lib/core/text/text'

/** The three values of the order screen: new, paid and shipped. */
export const entryStatuses = ['pending', 'confirmed', 'shipped'] as const
export type EntryStatus = (typeof entryStatuses)[number]
export const orderStatuses = ['pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const maxOrderLines = 200
export const maxLineUnits = 100_000
export const maxNoteChars = 10_000

const quantity = z
  .int('errors.orderLineInvalid')
  .min(1, 'errors.orderLineInvalid')
  .max(maxLineUnits, 'errors.orderLineInvalid')
const amount = z.bigint().min(0n, 'errors.moneyInvalid').max(maxMoneyCents, 'errors.moneyTooLarge')
/** Without a price, that of the product on saving. */
const orderLineInput = z.strictObject({ productId: z.uuid(), quantity, unitPriceCents: amount.nullable().optional() })

/** How a manual order is paid. */
export const paymentMethods = ['pix', 'credit_card', 'debit_card', 'boleto', 'cash', 'transfer', 'other'] as const
export type PaymentMethod = (typeof paymentMethods)[number]
/**
 * The terms beside prices: the buyer's freight, the seller's cost of sending, and the payment. A missing one stays as
 * it is.
 */
const terms = {
  freightPaidCents: amount.optional(),
  freightCostCents: amount.nullable().optional(),
  paymentMethod: z.enum(paymentMethods).nullable().optional(),
}

const freeText = (max: number) =>
  plainText({ max, long: 'orders.fields.tooLong' })
    .transform((text) => text || null)
    .nullable()

/** A line without a price adds nothing. */
export const grossOf = (lines: { quantity: number; unitPriceCents?: bigint | null }[]): bigint =>
  lines.reduce((sum, line) => sum + (line.unitPriceCents ?? 0n) * BigInt(line.quantity), 0n)

const tooLarge = { error: 'errors.moneyTooLarge', params: { error: 'moneyTooLarge' } }

export const placeOrderInput = z.object({
  channelId: z.uuid(),
  status: z.enum(entryStatuses),
  customerName: freeText(200),
  note: freeText(maxNoteChars),
  /** The total that the form showed: a price that changed since then refuses the order instead of surprising anyone. */
  seenTotalCents: z.bigint().nullable(),
  discountCents: amount.optional(),
  ...terms,
  lines: z
    .array(orderLineInput)
    .max(maxOrderLines)
    .refine((lines) => lines.length > 0, { error: 'errors.cartEmpty', params: { error: 'cartEmpty' } })
    // With the products' own prices place_order refuses it.
    .refine((lines) => grossOf(lines) <= maxMoneyCents, tooLarge),
})
export type PlaceOrderInput = z.output<typeof placeOrderInput>

export const changeOrderStatusInput = z.object({
  id: z.uuid(),
  version: recordVersion,
  to: z.enum(orderStatuses),
})
export type ChangeOrderStatusInput = z.output<typeof changeOrderStatusInput>

/** The statuses in which a manual order can be edited. */
export const editableStatuses = ['pending', 'confirmed', 'processing'] as const satisfies OrderStatus[]

/** A line that stays names itself by its number in the order; one without a number comes to it. */
const editedLine = z.strictObject({
  line: z.int().min(1).max(2_147_483_647).nullable(),
  productId: z.uuid().nullable(),
  quantity,
  unitPriceCents: amount,
})
type EditedLine = z.output<typeof editedLine>

const linesHold = (lines: EditedLine[]) => {
  const kept = lines.flatMap(({ line }) => line ?? [])
  return new Set(kept).size === kept.length && lines.every(({ line, productId }) => line !== null || productId !== null)
}

export const editOrderInput = z
  .object({
    id: z.uuid(),
    version: recordVersion,
    channelId: z.uuid(),
    /** The day it was sold on. */
    day: z.string().refine(isDay, 'errors.dateInvalid'),
    customerName: freeText(200),
    discountCents: amount,
    ...terms,
    lines: z
      .array(editedLine)
      .max(maxOrderLines)
      .refine((lines) => lines.length > 0, { error: 'errors.cartEmpty', params: { error: 'cartEmpty' } })
      .refine(linesHold, 'errors.orderLineInvalid')
      .refine((lines) => grossOf(lines) <= maxMoneyCents, tooLarge),
  })
  .refine(({ discountCents, lines }) => discountCents <= grossOf(lines), {
    path: ['discountCents'],
    error: 'orders.fields.discountTooLarge',
  })
export type EditOrderInput = z.output<typeof editOrderInput>

/** Units of an order's lines that are not sent; the rest of it is. Each line with the quantity that was seen. */
export const cancelItemsInput = z.object({
  id: z.uuid(),
  lines: z
    .array(
      z
        .strictObject({ line: z.int().min(1).max(2_147_483_647), quantity, cancelled: quantity })
        .refine((line) => line.cancelled <= line.quantity, 'errors.orderLineInvalid'),
    )
    .min(1)
    .max(maxOrderLines)
    .refine((lines) => new Set(lines.map(({ line }) => line)).size === lines.length, 'errors.orderLineInvalid'),
})
export type CancelItemsInput = z.output<typeof cancelItemsInput>

export const noteOrderInput = z.object({
  id: z.uuid(),
  /** The version of the note that was seen; zero before the first change. */
  noteVersion: z.int().min(0).max(2_147_483_647),
  note: freeText(maxNoteChars),
})
export type NoteOrderInput = z.output<typeof noteOrderInput>

const units = z
  .int()
  .min(0)
  .max(maxLineUnits * maxOrderLines)
export const receiveOrderInput = z.object({
  id: z.uuid(),
  version: recordVersion,
  /** Every unit of a product that is away is one of the three. */
  lines: z
    .array(z.strictObject({ productId: z.uuid(), sellable: units, damaged: units, missing: units }))
    .min(1)
    .max(1000),
})
export type ReceiveOrderInput = z.output<typeof receiveOrderInput>

import { z } from 'zod'
import { recordVersion } from '../record-version'
import { plainText } from '../text'

/** The three values of the order screen: new, paid and shipped. */
export const entryStatuses = ['pending', 'confirmed', 'shipped'] as const
export type EntryStatus = (typeof entryStatuses)[number]
export const orderStatuses = ['pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const maxOrderLines = 200
export const maxLineUnits = 100_000

export const orderLineInput = z.strictObject({
  productId: z.uuid(),
  quantity: z
    .int('errors.orderLineInvalid')
    .min(1, 'errors.orderLineInvalid')
    .max(maxLineUnits, 'errors.orderLineInvalid'),
})

const freeText = (max: number) =>
  plainText({ max, long: 'orders.fields.tooLong' })
    .transform((text) => text || null)
    .nullable()

export const placeOrderInput = z.object({
  channelId: z.uuid(),
  status: z.enum(entryStatuses),
  customerName: freeText(200),
  note: freeText(2000),
  /** The total that the form showed: a price that changed since then refuses the order instead of surprising anyone. */
  seenTotalCents: z.bigint().nullable(),
  lines: z
    .array(orderLineInput)
    .max(maxOrderLines)
    .refine((lines) => lines.length > 0, { error: 'errors.cartEmpty', params: { error: 'cartEmpty' } }),
})
export type PlaceOrderInput = z.output<typeof placeOrderInput>

export const changeOrderStatusInput = z.object({
  id: z.uuid(),
  version: recordVersion,
  to: z.enum(orderStatuses),
})
export type ChangeOrderStatusInput = z.output<typeof changeOrderStatusInput>

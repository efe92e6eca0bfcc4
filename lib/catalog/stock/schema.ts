import { z } from 'zod'
import { plainText } from '@/lib/core/text/text'

export const maxStockUnits = 10_000_000

export const reasonInput = plainText({
  min: 1,
  max: 200,
  missing: 'stock.fields.reasonRequired',
  long: 'stock.fields.reasonTooLong',
})

/** `change` adds or takes away; `count` says what is on the shelf, held against what the person saw when counting. */
export const adjustStockInput = z
  .object({
    productId: z.uuid(),
    how: z.enum(['change', 'count']),
    units: z
      .int('stock.fields.unitsInvalid')
      .min(-maxStockUnits, 'stock.fields.unitsInvalid')
      .max(maxStockUnits, 'stock.fields.unitsInvalid'),
    seenOnHand: z.int(),
    reason: reasonInput,
  })
  .refine(({ how, units }) => how === 'change' || units >= 0, { path: ['units'], error: 'stock.fields.countNegative' })
  .refine(({ how, units }) => how === 'count' || units !== 0, { path: ['units'], error: 'stock.fields.changeZero' })
export type AdjustStockInput = z.output<typeof adjustStockInput>

export const placeKinds = ['own', 'transit', 'damaged', 'full'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** From one place to another; `shopId` says whose warehouse at the platform where one of the two is `full`. */
export const transferStockInput = z
  .object({
    productId: z.uuid(),
    from: z.enum(placeKinds),
    to: z.enum(placeKinds),
    shopId: z.uuid().nullable(),
    units: z
      .int('stock.fields.unitsInvalid')
      .min(1, 'stock.fields.transferZero')
      .max(maxStockUnits, 'stock.fields.unitsInvalid'),
    reason: reasonInput,
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'stock.fields.samePlace' })
  .refine(({ from, to, shopId }) => shopId !== null || (from !== 'full' && to !== 'full'), {
    path: ['shopId'],
    error: 'stock.fields.shopMissing',
  })
export type TransferStockInput = z.output<typeof transferStockInput>

import { z } from 'zod'

export const maxStockUnits = 10_000_000

export const reasonInput = z
  .string()
  .trim()
  .min(1, 'stock.fields.reasonRequired')
  .max(200, 'stock.fields.reasonTooLong')

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

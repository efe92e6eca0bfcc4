import { z } from 'zod'
import { isDay } from '@/lib/core/dates'
import { maxMoneyCents } from '@/lib/core/money'

const day = z.string().refine(isDay, 'errors.dateInvalid')

/** Costs typed in one sitting. */
export const costsAtOnce = 300

const costEntry = z.object({
  productId: z.uuid(),
  /** Reais as plain decimals. */
  cost: z.string().regex(/^\d{1,10}(\.\d{1,6})?$/, 'errors.moneyInvalid'),
})
/** `fromDay`: null for from the beginning, so that every order has it. */
export const setCostsInput = z.object({
  entries: z
    .array(costEntry)
    .min(1)
    .max(costsAtOnce)
    .refine(
      (entries) => new Set(entries.map(({ productId }) => productId)).size === entries.length,
      'errors.invalidInput',
    ),
  fromDay: day.nullable(),
})
export type SetCostsInput = z.output<typeof setCostsInput>

export const previewCostInput = z.object({
  productId: z.uuid(),
  fromDay: day,
  costCents: z.bigint().min(0n, 'errors.moneyInvalid').max(maxMoneyCents, 'errors.moneyTooLarge'),
})
export type PreviewCostInput = z.output<typeof previewCostInput>
/** With `recost` the orders of these days take the cost on. */
export const correctCostInput = previewCostInput.extend({ recost: z.boolean() })
export type CorrectCostInput = z.output<typeof correctCostInput>

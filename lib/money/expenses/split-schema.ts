import { z } from 'zod'
import { isDay } from '@/lib/core/dates'

export const splitMethods = ['none', 'revenue', 'equal', 'percent'] as const
export type SplitMethod = (typeof splitMethods)[number]
/** All of it, in hundredths of a percent. */
const wholePoints = 10_000

/** Without a share for those that take no part; fixed ones make a whole. */
export const setSplitInput = z
  .object({
    fromMonth: z.string().refine((text) => isDay(text) && text.endsWith('-01'), 'errors.dateInvalid'),
    method: z.enum(splitMethods),
    shares: z
      .array(z.strictObject({ id: z.uuid(), points: z.int().min(0).max(wholePoints) }))
      .max(50)
      .refine((shares) => new Set(shares.map(({ id }) => id)).size === shares.length, 'errors.invalidInput'),
  })
  .superRefine(({ method, shares }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['shares'], message })
    if (method !== 'none' && shares.length === 0) refuse('expenses.split.nobody')
    const whole = shares.reduce((sum, { points }) => sum + points, 0)
    if (method === 'percent' && whole !== wholePoints) refuse('expenses.split.notWhole')
  })
export type SetSplitInput = z.output<typeof setSplitInput>

import { z } from 'zod'
import { plainText } from '@/lib/core/text/text'
import { isMonth } from './calendar'

const long = 'monthClose.fields.tooLong'
const month = z.string().refine(isMonth, 'errors.dateInvalid')
const ofMonth = { legalEntityId: z.uuid(), month }

/** `one`: the next month. `until`: all from the next one to this. `begin`: this one as the first; those before it stay out of the books. */
export const closeScopes = ['one', 'until', 'begin'] as const
export type CloseScope = (typeof closeScopes)[number]
/** The most months that close in one go. */
export const monthsAtOnce = 24

export const closeMonthInput = z.object({
  ...ofMonth,
  scope: z.enum(closeScopes).default('one'),
  note: plainText({ max: 2000, long })
    .transform((text) => text || null)
    .nullable(),
})
export type CloseMonthInput = Omit<z.output<typeof closeMonthInput>, 'scope'> & { scope?: CloseScope }

export const reopenMonthInput = z.object({
  ...ofMonth,
  reason: plainText({ min: 1, max: 2000, missing: 'monthClose.fields.reasonMissing', long }),
})
export type ReopenMonthInput = z.output<typeof reopenMonthInput>

import { z } from 'zod'
import { plainText } from '../text'
import { isMonth } from './calendar'

const long = 'monthClose.fields.tooLong'
const month = z.string().refine(isMonth, 'errors.dateInvalid')
const ofMonth = { legalEntityId: z.uuid(), month }

export const closeMonthInput = z.object({
  ...ofMonth,
  note: plainText({ max: 2000, long })
    .transform((text) => text || null)
    .nullable(),
})
export type CloseMonthInput = z.output<typeof closeMonthInput>

export const reopenMonthInput = z.object({
  ...ofMonth,
  reason: plainText({ min: 1, max: 2000, missing: 'monthClose.fields.reasonMissing', long }),
})
export type ReopenMonthInput = z.output<typeof reopenMonthInput>

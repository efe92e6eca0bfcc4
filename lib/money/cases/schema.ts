import { z } from 'zod'
import { isDay } from '@/lib/core/dates'
import { DiscrepancyCause } from '@/lib/generated/prisma/enums'
import { maxMoneyCents } from '@/lib/core/money'
import { recordVersion } from '@/lib/core/record-version'
import { plainText } from '@/lib/core/text/text'
import { caseStates } from './states'

export const causes = Object.values(DiscrepancyCause)

export const maxPicked = 200
export const maxFiles = 10
/** A page of the queue. */
export const maxFiled = 50

const long = 'cases.fields.tooLong'
const day = z.string().refine(isDay, 'errors.dateInvalid')
const reason = plainText({ min: 1, max: 2000, missing: 'cases.fields.reasonMissing', long })
const protocol = plainText({ max: 80, long })
  .transform((text) => text || null)
  .nullable()
const note = plainText({ max: 2000, long })
  .transform((text) => text || null)
  .nullable()
const one = { id: z.uuid(), version: recordVersion }

/** A difference of an order, by the cause that explains it. */
const picks = z
  .array(z.strictObject({ settlementId: z.uuid(), cause: z.enum(DiscrepancyCause) }))
  .min(1)
  .max(maxPicked)

export const openCasesInput = z.object({
  picks,
  reason,
  protocol,
  /** Null: by the cause. */
  deadline: day.nullable(),
  ownerId: z.uuid().nullable(),
  fileIds: z.array(z.uuid()).max(maxFiles),
})
export type OpenCasesInput = z.output<typeof openCasesInput>

export const writeOffInput = z.object({ picks, reason })
export type WriteOffInput = z.output<typeof writeOffInput>

export const updateCaseInput = z.object({ ...one, reason, protocol, deadline: day, ownerId: z.uuid().nullable() })
export type UpdateCaseInput = z.output<typeof updateCaseInput>

/** `detected` opens a closed case again, with a deadline of its own. */
export const moveCaseInput = z.object({
  ...one,
  to: z.enum(caseStates).exclude(['expired']),
  protocol,
  recoveredCents: z.bigint().min(0n).max(maxMoneyCents, 'errors.moneyTooLarge').nullable(),
  deadline: day.nullable(),
  note,
})
export type MoveCaseInput = z.output<typeof moveCaseInput>

/** Many cases at once, each as it was shown. */
export const fileCasesInput = z.object({
  cases: z
    .array(z.strictObject({ ...one, protocol }))
    .min(1)
    .max(maxFiled)
    .refine((cases) => new Set(cases.map(({ id }) => id)).size === cases.length),
  note,
})
export type FileCasesInput = z.output<typeof fileCasesInput>

export const noteCaseInput = z.object({
  id: z.uuid(),
  text: plainText({ min: 1, max: 2000, missing: 'cases.fields.noteMissing', long }),
})
export type NoteCaseInput = z.output<typeof noteCaseInput>

export const caseFileInput = z.object({ id: z.uuid(), fileId: z.uuid() })
export type CaseFileInput = z.output<typeof caseFileInput>
export type CaseStep = MoveCaseInput['to']

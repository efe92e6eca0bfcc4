import { z } from 'zod'
import { isDay } from '@/lib/core/dates'
import { recordVersion } from '@/lib/core/record-version'
import { plainText } from '@/lib/core/text/text'

export const productivityPath = '/dashboard/produtividade'
export const boardPath = `${productivityPath}/quadro`
export const agendaPath = `${productivityPath}/agenda`

export const boardColumns = ['todo', 'doing', 'done'] as const
export type BoardColumn = (typeof boardColumns)[number]

const day = z.string().refine(isDay, 'errors.dateInvalid')
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'productivity.fields.timeInvalid')
const long = 'productivity.fields.tooLong'
const title = plainText({ min: 1, max: 200, missing: 'productivity.fields.titleRequired', long })
const one = { id: z.uuid(), version: recordVersion }

const taskFields = {
  title,
  notes: plainText({ max: 4000, long })
    .transform((text) => text || null)
    .nullable(),
  assigneeId: z.uuid().nullable(),
  dueOn: day.nullable(),
}
export const createTaskInput = z.object({ ...taskFields, column: z.enum(boardColumns) })
export type CreateTaskInput = z.output<typeof createTaskInput>
export const updateTaskInput = z.object({ ...taskFields, ...one })
export type UpdateTaskInput = z.output<typeof updateTaskInput>
/** `afterId`: the card that it comes after; null is the column's first place. */
export const moveTaskInput = z.object({ ...one, column: z.enum(boardColumns), afterId: z.uuid().nullable() })
export type MoveTaskInput = z.output<typeof moveTaskInput>
export const oneRecordInput = z.object(one)
export type OneRecordInput = z.output<typeof oneRecordInput>

/** Days and times of the company's clock; without times it lasts whole days. */
const eventFields = {
  title,
  personId: z.uuid().nullable(),
  startsOn: day,
  endsOn: day,
  times: z.object({ from: time, to: time }).nullable(),
}
export const createEventInput = z.object(eventFields)
export type CreateEventInput = z.output<typeof createEventInput>
export const updateEventInput = z.object({ ...eventFields, ...one })
export type UpdateEventInput = z.output<typeof updateEventInput>

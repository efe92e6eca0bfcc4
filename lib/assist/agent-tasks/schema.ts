import { z } from 'zod'
import { isDay } from '@/lib/core/dates'
import { plainText } from '@/lib/core/text/text'
import type messages from '@/messages/pt-BR.json'

/** Jobs that are offered ready-made, each with the data that it needs; one's own names its data itself. */
export const readyJobs = ['monthly_review', 'price_study', 'stock_plan'] as const
export const jobKinds = [...readyJobs, 'own'] as const
export type JobKind = (typeof jobKinds)[number]

/** The parts of a task's data: each a file of the pack, or a part of the report. */
export const sectionNames = [
  'sales',
  'result',
  'bestProducts',
  'worstProducts',
  'differences',
  'cases',
  'deadZones',
  'margins',
  'cover',
] as const satisfies readonly (keyof (typeof messages)['agentTasks']['sections'])[]
export type SectionName = (typeof sectionNames)[number]

export const sectionsOf: Record<JobKind, readonly SectionName[]> = {
  monthly_review: ['sales', 'result', 'bestProducts', 'worstProducts', 'differences', 'cases'],
  price_study: ['deadZones', 'margins', 'bestProducts'],
  stock_plan: ['cover', 'bestProducts'],
  own: ['sales'],
}

export const MAX_QUESTION = 4000
const MAX_ANSWER = 4000
const day = z.string().refine(isDay)

export const createTaskInput = z.object({
  kind: z.enum(jobKinds),
  worker: z.enum(['manus', 'local']),
  from: day,
  to: day,
  shopId: z.uuid().nullable(),
  sections: z.array(z.enum(sectionNames)).min(1, 'agentTasks.fields.sections').max(sectionNames.length),
  question: plainText({ max: MAX_QUESTION }).nullable(),
  language: z.enum(['pt', 'en']),
})
export type CreateTaskInput = z.output<typeof createTaskInput>

export const taskIdInput = z.object({ id: z.uuid() })
export type TaskIdInput = z.output<typeof taskIdInput>

/** The hash says which files were seen. */
export const approvePackInput = z.object({ id: z.uuid(), packHash: z.string().regex(/^[0-9a-f]{64}$/) })
export type ApprovePackInput = z.output<typeof approvePackInput>

export const answerInput = z.object({ id: z.uuid(), eventId: z.uuid(), text: plainText({ min: 1, max: MAX_ANSWER }) })
export type AnswerInput = z.output<typeof answerInput>

export const decideInput = z.object({ id: z.uuid(), eventId: z.uuid(), confirm: z.boolean() })
export type DecideInput = z.output<typeof decideInput>

/** A job's own matter first. */
export const orderedSections = (kind: JobKind, chosen: readonly string[]): SectionName[] =>
  [...new Set([...sectionsOf[kind], ...sectionNames])].filter((name) => chosen.includes(name))

export const openStates = ['draft', 'sending', 'unclear', 'running', 'waiting'] as const
export const followedStates = ['sending', 'running', 'waiting'] as const

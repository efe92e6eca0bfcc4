import 'server-only'
import { z } from 'zod'
import { serverFunction } from '../functions/contract'
import { UserError } from '@/lib/core/errors'
import { isDay } from '@/lib/core/dates'
import { createTask } from './create-task'
import { readyJobs, sectionsOf } from './schema'
import { sectionsFor } from './sections/registry'
import { getAgentTaskFor } from './task-view'

const day = z.string().refine(isDay, 'YYYY-MM-DD')

/** Reports of our own alone: what would leave is approved by a person who has seen it, never by a program. */
export const manusAssistant = serverFunction({
  name: 'manus-assistant',
  description:
    'Starts a local report (monthly review, price study or stock plan) over a period, or reads the state, timeline and figures of a task. It sends nothing to Manus and cannot approve a data pack, answer a question or confirm an action.',
  permission: 'assistant.ask',
  changes: true,
  schema: z.object({
    taskId: z.uuid().optional().describe('A task to read; without it a local report is started'),
    kind: z.enum(readyJobs).optional().describe('What the report is about'),
    from: day.optional().describe('First local day, YYYY-MM-DD'),
    to: day.optional().describe('Last local day, YYYY-MM-DD'),
    shopId: z.uuid().optional(),
  }),
  run: async ({ actor, timeZone, language }, { taskId, kind, from, to, shopId }) => {
    if (taskId) {
      const task = await getAgentTaskFor({ ...actor, userId: actor.userId!, timeZone }, taskId)
      if (!task) throw new UserError('notFound')
      const { id, state, worker, title, report, events, errorCode } = task
      return {
        id,
        state,
        worker,
        title,
        report,
        errorCode,
        events: events.map(({ kind, text, at }) => ({ kind, text, at })),
      }
    }
    if (!kind || !from || !to) throw new UserError('invalidInput')
    const allowed = sectionsFor(actor.role)
    const sections = sectionsOf[kind].filter((name) => allowed.includes(name))
    if (sections.length === 0) throw new UserError('permissionDenied')
    const input = {
      kind,
      worker: 'local',
      from,
      to,
      shopId: shopId ?? null,
      sections,
      question: null,
      language,
    } as const
    return { ...(await createTask(actor, input)), state: 'running' }
  },
})

import { createTask } from '@/lib/assist/agent-tasks/create-task'
import type { UIMessageChunk } from 'ai'
import { answerLocally } from '@/lib/assist/answers/answer'
import { addSaid, partsOf } from '@/lib/assist/assistant/parts'
import { openQuestion, saveAnswer } from '@/lib/assist/assistant/threads'
import { addDays, addMonths, defaultTimeZone, startOfMonth } from '@/lib/core/dates'
import { withOrganization, type Actor } from '@/lib/core/db'
import { requestRun } from '@/lib/insight/data-checks/request-run'
import { newId } from '@/lib/core/ids'
import { closeMonth } from '@/lib/money/month-close/close-month'
import { viewerOf } from '@/lib/assist/tools/viewer'
import type { DemoClock } from './clock'

/** The last month stays open, for who looks to close it. */
const OPEN_MONTHS = 2
const questions = [
  'Quanto vendi este mês?',
  'Quais produtos deram mais lucro nos últimos 30 dias?',
  'O que tenho que fazer hoje?',
]

/**
 * Earlier work of the company's people: months closed, a report, a conversation with the assistant, a run of the audit.
 * The worker does the long jobs once it runs.
 */
export async function workInOffice(actor: Actor, clock: DemoClock): Promise<void> {
  await closeMonths(actor, clock)
  await talk(actor)
  await createTask(actor, {
    kind: 'monthly_review',
    worker: 'local',
    shopId: null,
    question: null,
    language: 'pt',
    from: startOfMonth(addMonths(startOfMonth(clock.today), -1)),
    to: addDays(startOfMonth(clock.today), -1),
    sections: ['sales', 'result', 'bestProducts', 'worstProducts', 'differences', 'cases'],
  })
  await requestRun(actor)
}

/** From the first month in which it sold on. */
async function closeMonths(actor: Actor, clock: DemoClock) {
  const { organizationId } = actor
  const { id: legalEntityId } = await withOrganization(actor, (db) =>
    db.legalEntity.findFirstOrThrow({ where: { organizationId }, select: { id: true } }),
  )
  const first = startOfMonth(clock.dayAgo(365))
  const last = addMonths(startOfMonth(clock.today), -OPEN_MONTHS)
  for (let month = first; month <= last; month = addMonths(month, 1))
    await closeMonth(actor, { legalEntityId, month, note: null })
}

async function talk(actor: Actor) {
  const viewer = viewerOf({ actor, timeZone: defaultTimeZone, language: 'pt' })
  let threadId: string | null = null
  for (const question of questions) {
    const { organizationId } = actor
    const opened = await openQuestion(viewer, { organizationId, threadId, questionId: newId(), question }, 'local')
    threadId = opened.threadId
    const result = await answerLocally(viewer, question)
    const said: UIMessageChunk[] = []
    for (const { tool, input, answer: output } of result.state === 'answered' ? result.ran : []) {
      const toolCallId = newId()
      addSaid(said, { type: 'tool-input-available', toolCallId, toolName: tool, input })
      addSaid(said, { type: 'tool-output-available', toolCallId, output })
    }
    addSaid(said, { type: 'text-start', id: '0' })
    addSaid(said, { type: 'text-delta', id: '0', delta: result.text })
    addSaid(said, { type: 'text-end', id: '0' })
    const tokens = { input: 0, output: 0 }
    await saveAnswer(viewer, opened.answerId, await partsOf(said), { state: 'done', failure: null, tokens })
  }
}

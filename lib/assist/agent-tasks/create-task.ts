import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { addMonths, localDay } from '@/lib/core/dates'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { translatorOf } from '@/lib/core/i18n/translator'
import { newId } from '@/lib/core/ids'
import { getProviderKey } from '@/lib/identity/organization-keys/keys'
import { packSections } from './pack'
import { addNote, loadAsker, wakeTask } from './records'
import { openStates, type CreateTaskInput } from './schema'
import type { Section } from './sections/contract'
import { readSection, sectionsFor } from './sections/registry'

const MONTHS = 24
const AT_ONCE = 5

type CreatedTask = { taskId: string }

/**
 * A new task. For the second assistant it is a draft: its files are made and shown, and nothing leaves before somebody has approved
 * them. A report of our own begins at once.
 */
export async function createTask(actor: Actor, input: CreateTaskInput): Promise<CreatedTask> {
  const { organizationId, userId, role } = actor
  const viewer = await withOrganization(actor, (db) => loadAsker(db, actor, input.language))
  checkInput(input, localDay(new Date(), viewer.timeZone))
  const allowed = sectionsFor(role)
  if (!input.sections.every((name) => allowed.includes(name))) throw new UserError('permissionDenied')
  const isManus = input.worker === 'manus'
  if (isManus && !(await getProviderKey({ organizationId }, 'manus'))) throw new UserError('agentKeyMissing')
  const shop = await withOrganization(actor, async (db) => {
    await limitOpen(db, actor)
    const shopId = input.shopId
    return shopId && db.shop.findFirst({ where: { organizationId, id: shopId }, select: { id: true } })
  })
  if (input.shopId && !shop) throw new UserError('notFound')
  const range = { from: input.from, to: input.to }
  const sections: Section[] = []
  if (isManus)
    for (const name of input.sections) sections.push(await readSection(viewer, name, { range, shopId: input.shopId }))
  const files = packSections(sections, input.language)
  const title = translatorOf(input.language)(`agentTasks.kinds.${input.kind}`)
  return writeOnce(actor, async (db) => {
    await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`agent-tasks:${organizationId}:${userId}`}, 0))`
    await limitOpen(db, actor)
    const task = await db.agentTask.create({
      data: {
        organizationId,
        id: newId(),
        kind: input.kind,
        worker: input.worker,
        title,
        language: input.language,
        state: isManus ? 'draft' : 'running',
        question: input.question || null,
        fromDay: new Date(`${input.from}T00:00:00Z`),
        toDay: new Date(`${input.to}T00:00:00Z`),
        shopId: input.shopId,
        sections: input.sections,
        madeAs: { role, legalEntityIds: actor.legalEntityIds ?? null },
        createdBy: userId!,
      },
    })
    for (const [position, file] of files.entries())
      await db.dataPack.create({
        data: { organizationId, id: newId(), taskId: task.id, position, ...file },
        select: { id: true },
      })
    await addNote(db, task, 'asked', userId)
    await recordAudit(db, actor, {
      event: 'agentTask.asked',
      subjectId: task.id,
      after: { kind: input.kind, worker: input.worker, sections: input.sections, ...range, shopId: input.shopId },
    })
    if (!isManus) await wakeTask(db, task)
    return { taskId: task.id }
  })
}

async function limitOpen(db: Db, { organizationId, userId }: Actor): Promise<void> {
  const open = await db.agentTask.count({
    where: { organizationId, createdBy: userId!, state: { in: [...openStates] } },
  })
  if (open >= AT_ONCE) throw new UserError('agentTasksOpen', { values: { count: open } })
}

function checkInput({ kind, worker, question, from, to }: CreateTaskInput, today: string) {
  const wrong = (field: string, message: string) => new UserError('invalidInput', { fields: { [field]: [message] } })
  if (from > to || to > today || from < addMonths(today, -MONTHS)) throw wrong('from', 'agentTasks.fields.period')
  if (kind !== 'own') return
  // Words need somebody who reads them.
  if (worker === 'local') throw wrong('kind', 'agentTasks.fields.ownNeedsKey')
  if (!question) throw wrong('question', 'agentTasks.fields.question')
}

import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { isSameVisibility } from '@/lib/insight/exports/requester'
import type { AgentTask, Prisma } from '@/lib/generated/prisma/client'
import type { Role } from '@/lib/core/permissions'
import { systemActor } from '@/lib/core/queue/task'
import { addNote, lockTask, updateTask, loadAsker } from './records'
import { orderedSections } from './schema'
import type { Section } from './sections/contract'
import { readSection } from './sections/registry'

type Requester = { role: Role; legalEntityIds: string[] | null }

/**
 * Writes a report of our own part by part, with the asker's eyes of this moment; who was given another role meanwhile gets none.
 * Run again it goes on behind the last part.
 */
export async function runReport(given: AgentTask): Promise<void> {
  const { organizationId, id } = given
  const names = orderedSections(given.kind, given.sections)
  const actor = await requesterOf(given)
  const language = given.language === 'en' ? 'en' : 'pt'
  const viewer = await withOrganization(actor, (db) => loadAsker(db, actor, language))
  const [from, to] = [given.fromDay, given.toDay].map((day) => day.toISOString().slice(0, 10)) as [string, string]
  for (let at = given.done; at < names.length; at += 1) {
    const section = await readSection(viewer, names[at]!, { range: { from, to }, shopId: given.shopId })
    const goesOn = await withOrganization({ organizationId }, async (db) => {
      const task = await lockTask(db, organizationId, id)
      if (task?.state !== 'running' || task.done !== at) return false
      const written = [...((task.report as Section[] | null) ?? []), section]
      await updateTask(db, task, { report: written as unknown as Prisma.InputJsonArray, done: at + 1 })
      return true
    })
    if (!goesOn) return
  }
  await withOrganization({ organizationId }, async (db) => {
    const task = await lockTask(db, organizationId, id)
    if (task?.state !== 'running') return
    await updateTask(db, task, { state: 'done', finishedAt: new Date() })
    await addNote(db, task, 'done')
    await recordAudit(db, systemActor(organizationId, task.createdBy), {
      event: 'agentTask.finished',
      subjectId: id,
      after: { sections: names },
    })
  })
}

async function requesterOf({ organizationId, createdBy, madeAs }: AgentTask): Promise<Actor> {
  const [row] = await withOrganization(
    { organizationId },
    (db) => db.$queryRaw<Requester[]>`
      SELECT role::text AS role, legal_entity_ids AS "legalEntityIds" FROM get_member_scope(${createdBy}::uuid)`,
  )
  if (!row || !isSameVisibility(row, madeAs as { role: string; legalEntityIds: string[] | null }))
    throw new UserError('agentRightsGone')
  return { organizationId, userId: createdBy, kind: 'system', ...row }
}

import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { refuseTakenDocument, toRecord, traceOf } from './entity-record'
import type { CreateEntityInput } from './schema'

export async function createEntity(actor: Actor, input: CreateEntityInput): Promise<{ id: string }> {
  const { organizationId } = actor
  return refuseTakenDocument(
    writeOnce(actor, async (db) => {
      const id = newId()
      await db.legalEntity.create({ data: { organizationId, id, ...toRecord(input) }, select: { id: true } })
      await recordAudit(db, actor, { event: 'legalEntity.created', subjectId: id, after: traceOf(input) })
      return { id }
    }),
  )
}

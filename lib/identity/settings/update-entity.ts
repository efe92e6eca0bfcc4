import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { followSeller } from '@/lib/money/fees/follow-seller'
import { claimEntity, refuseTakenDocument, toRecord, traceOf } from './entity-record'
import type { UpdateEntityInput } from './schema'

export async function updateEntity(actor: Actor, { id, version, ...fields }: UpdateEntityInput) {
  const { organizationId } = actor
  return refuseTakenDocument(
    writeOnce(actor, async (db) => {
      const before = await claimEntity(db, organizationId, { id, version })
      await db.legalEntity.updateMany({ where: { organizationId, id }, data: toRecord(fields) })
      if (before.sellerType !== fields.sellerType) await followSeller(db, organizationId, { legalEntityId: id })
      await recordAudit(db, actor, {
        event: 'legalEntity.updated',
        subjectId: id,
        before: traceOf(before),
        after: { ...traceOf(fields), documentChanged: before.document !== fields.document },
      })
      return { version: version + 1 }
    }),
  )
}

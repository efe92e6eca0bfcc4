import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { holdOpenEntity, refuseTakenName } from './channel-record'
import type { CreateChannelInput } from './schema'

export async function createChannel(
  actor: Actor,
  { name, feeRate, legalEntityId }: CreateChannelInput,
): Promise<{ id: string }> {
  const { organizationId } = actor
  const fields = { name, feeRate, legalEntityId }
  return refuseTakenName(
    writeOnce(actor, async (db) => {
      await holdOpenEntity(db, organizationId, legalEntityId)
      const id = newId()
      await db.channel.create({ data: { organizationId, id, ...fields }, select: { id: true } })
      await recordAudit(db, actor, { event: 'channel.created', subjectId: id, after: fields })
      return { id }
    }),
  )
}

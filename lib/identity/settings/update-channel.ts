import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { refuseTakenName } from './channel-record'
import type { UpdateChannelInput } from './schema'

export async function updateChannel(
  actor: Actor,
  { id, seen, name, feeRate }: UpdateChannelInput,
): Promise<{ id: string }> {
  const { organizationId } = actor
  return refuseTakenName(
    writeOnce(actor, async (db) => {
      const where = { organizationId, id }
      const before = await db.channel.findFirst({ where, select: { name: true, feeRate: true } })
      if (!before) throw new UserError('notFound')
      const { count } = await db.channel.updateMany({
        where: { ...where, ...seen, archivedAt: null },
        data: { name, feeRate },
      })
      if (count === 0) throw new UserError('staleVersion')
      await recordAudit(db, actor, {
        event: 'channel.updated',
        subjectId: id,
        before: { name: before.name, feeRate: before.feeRate.toFixed(6) },
        after: { name, feeRate },
      })
      return { id }
    }),
  )
}

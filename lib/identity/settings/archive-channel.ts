import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { holdOpenEntity } from './channel-record'
import type { ChannelInput } from './schema'

export async function archiveChannel(actor: Actor, { id }: ChannelInput): Promise<{ id: string }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    await findChannel(db, organizationId, id)
    const { count } = await db.channel.updateMany({
      where: { organizationId, id, archivedAt: null },
      data: { archivedAt: new Date() },
    })
    if (count === 0) throw new UserError('staleVersion')
    await recordAudit(db, actor, { event: 'channel.archived', subjectId: id })
    return { id }
  })
}

export async function restoreChannel(actor: Actor, { id }: ChannelInput): Promise<{ id: string }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const { legalEntityId } = await findChannel(db, organizationId, id)
    await holdOpenEntity(db, organizationId, legalEntityId)
    const { count } = await db.channel.updateMany({
      where: { organizationId, id, archivedAt: { not: null } },
      data: { archivedAt: null },
    })
    if (count === 0) throw new UserError('staleVersion')
    await recordAudit(db, actor, { event: 'channel.restored', subjectId: id })
    return { id }
  })
}

async function findChannel(db: Db, organizationId: string, id: string) {
  const channel = await db.channel.findFirst({ where: { organizationId, id }, select: { legalEntityId: true } })
  if (!channel) throw new UserError('notFound')
  return channel
}

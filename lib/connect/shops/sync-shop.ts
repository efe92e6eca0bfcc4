import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { requestSync } from '../sync/streams/request-sync'
import type { ShopInput } from './schema'

/** "Sync now": what waits for its turn goes first. */
export async function syncShop(actor: Actor, { id }: ShopInput): Promise<{ id: string }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const shop = await db.shop.findUnique({
      where: { organizationId_id: { organizationId, id } },
      select: { status: true },
    })
    if (!shop) throw new UserError('notFound')
    if (shop.status === 'expired') throw new UserError('shopGrantExpired')
    if (!(await requestSync(db, actor, id))) throw new UserError('shopNotConnected')
    await recordAudit(db, actor, { event: 'shop.syncAsked', subjectId: id })
    return { id }
  })
}

import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization } from '@/lib/core/db'
import { systemActor } from '@/lib/core/queue/task'
import { notifyGrantEnded } from '@/lib/identity/notices/causes'
import type { Owner, TokenRecord } from './token-record'

/**
 * The platform refuses us: the tokens are deleted, the shop is expired, the seller is notified, once. No effect where a
 * new grant came meanwhile.
 */
export async function endGrant({ organizationId, shopId }: Owner, { refreshToken }: TokenRecord): Promise<void> {
  await withOrganization({ organizationId }, async (db) => {
    const { count } = await db.shopToken.deleteMany({ where: { organizationId, shopId, refreshToken } })
    if (count === 0) return
    const shop = await db.shop.update({
      where: { organizationId_id: { organizationId, id: shopId } },
      data: { status: 'expired', problem: 'shopGrantExpired' },
      select: { name: true, connectedAt: true },
    })
    const actor = systemActor(organizationId)
    await recordAudit(db, actor, { event: 'shop.grantEnded', subjectId: shopId, after: { status: 'expired' } })
    await notifyGrantEnded(db, organizationId, { shopId, name: shop.name, connectedAt: shop.connectedAt })
  })
}

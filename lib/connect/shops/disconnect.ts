import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { cancellationAddress } from '@/lib/shopee/signing'
import { findShopeeApp } from './app'
import { companyShopsPath, type DisconnectShopInput } from './schema'

/**
 * Deletes the tokens and the claim at once: nothing is read or written any more. Orders, listings and history stay; a
 * new authorization goes on where it stopped. Answers the platform's own page, where alone the grant can be taken back.
 */
export async function disconnectShop(
  actor: Actor,
  { id: shopId, version }: DisconnectShopInput,
): Promise<{ url: string | null }> {
  const { organizationId } = actor
  const app = findShopeeApp()
  const back = { redirectUrl: new URL(companyShopsPath, env().NEXTAUTH_URL).toString(), state: newId() }
  return writeOnce(actor, async (db) => {
    const where = { organizationId, id: shopId }
    const shop = await db.shop.findFirst({ where, select: { status: true, connectedAt: true } })
    if (!shop) throw new UserError('notFound')
    if (shop.status === 'pending') throw new UserError('shopNotConnected')
    const { count } = await db.shop.updateMany({
      where: { ...where, version },
      data: { status: 'pending', grantEndsAt: null, problem: null, degradedSince: null, version: { increment: 1 } },
    })
    if (count === 0) throw new UserError('staleVersion')
    await db.shopToken.deleteMany({ where: { organizationId, shopId } })
    await db.shopAuthorization.deleteMany({ where: { organizationId, shopId } })
    await db.$queryRaw`SELECT release_shop(${shopId}::uuid)::text`
    await recordAudit(db, actor, {
      event: 'shop.disconnected',
      subjectId: shopId,
      before: { status: shop.status },
      after: { status: 'pending' },
    })
    return { url: app && cancellationAddress(app, back) }
  })
}

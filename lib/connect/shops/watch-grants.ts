import 'server-only'
import { callGlobal, withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { logger } from '@/lib/core/logging/logger'
import { notifyGrantEnding } from '@/lib/identity/notices/causes'
import { ShopeeError } from '@/lib/shopee/errors'
import { daysLeft, grantWarning } from './grant'
import { renewGrantEnd } from './test-connection'

type Active = { organizationId: string; shopId: string; grantEndsAt: Date | null }

/** Warns of every grant that is near its end, at 30, 7 and 1 days, once each. One shop's trouble keeps nothing from the others. */
export async function watchGrants(now: Date): Promise<void> {
  const shops = await callGlobal<Active>(Prisma.sql`
    SELECT organization_id AS "organizationId", shop_id AS "shopId", grant_ends_at AS "grantEndsAt" FROM list_active_shops()`)
  for (const shop of shops)
    await watchGrant(shop, now).catch((error: unknown) => {
      const { organizationId, shopId } = shop
      logger().error({ err: error, organizationId, shopId }, 'a grant could not be watched')
    })
}

async function watchGrant({ organizationId, shopId, grantEndsAt }: Active, now: Date): Promise<void> {
  const isNear = grantWarning({ status: 'active', grantEndsAt }, now) !== null
  // It may have been renewed, or have an end that was unknown at the time: the platform knows.
  const known = !grantEndsAt || isNear ? await recheckGrant(organizationId, shopId) : null
  const endsAt = known ?? grantEndsAt
  const span = grantWarning({ status: 'active', grantEndsAt: endsAt }, now)
  if (!endsAt || span === null || endsAt <= now) return
  const ending = { shopId, endsAt, days: daysLeft(endsAt, now), span }
  await withOrganization({ organizationId }, async (db) => {
    const shop = await db.shop.findFirst({
      where: { organizationId, id: shopId, status: 'active' },
      select: { name: true },
    })
    if (shop) await notifyGrantEnding(db, organizationId, { ...ending, name: shop.name })
  })
}

/** Null where the platform does not answer now; a grant that has ended is ended here by the attempt. */
const recheckGrant = (organizationId: string, shopId: string): Promise<Date | null> =>
  renewGrantEnd({ organizationId }, shopId).then(
    ({ grantEndsAt }) => grantEndsAt,
    (error: unknown) => {
      if (error instanceof ShopeeError || error instanceof UserError) return null
      throw error
    },
  )

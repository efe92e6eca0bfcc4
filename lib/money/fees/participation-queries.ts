import 'server-only'
import { localDay } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { openParticipation, readParticipation, type OpenParticipation } from '@/lib/money/fees/seen-participation'
import { listFeeShops } from '@/lib/money/fees/shop-terms'
import { termsOn } from '@/lib/money/fees/terms'

/** Fees that nearly all orders of a shop pay, without an answer whether it takes part. */
export async function listOpenParticipation(
  db: Db,
  organizationId: string,
  now = new Date(),
): Promise<OpenParticipation[]> {
  const checks = await db.feeRuleCheck.findMany({
    where: { organizationId },
    orderBy: [{ shop: { name: 'asc' } }, { ruleId: 'asc' }],
    select: { shopId: true, programmes: true },
  })
  const seen = checks.map(({ shopId, programmes }) => ({ shopId, participation: readParticipation(programmes) }))
  if (seen.every(({ participation }) => participation.length === 0)) return []
  const { timeZone } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true },
  })
  const today = localDay(now, timeZone)
  const shops = new Map((await listFeeShops(db, organizationId)).map((shop) => [shop.id, shop]))
  return openParticipation(
    seen.flatMap(({ shopId, participation }) => {
      const shop = shops.get(shopId)
      return shop ? { shopId, shop: shop.name, terms: termsOn(shop.counted, today), participation } : []
    }),
  )
}

import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDate, asDay } from '@/lib/core/database/days'
import type { SetNoAdsInput } from './schema'

/** From which day on a shop does not advertise; null says nothing. Results are read live, so that they follow at once. */
export async function setNoAds(
  actor: Actor,
  { id, version, noAdsFrom }: SetNoAdsInput,
): Promise<{ id: string; version: number }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const shop = await db.shop.findUnique({
      where: { organizationId_id: { organizationId, id } },
      select: { noAdsFrom: true },
    })
    if (!shop) throw new UserError('notFound')
    const { count } = await db.shop.updateMany({
      where: { organizationId, id, version },
      data: { noAdsFrom: noAdsFrom && asDate(noAdsFrom), version: { increment: 1 } },
    })
    if (count === 0) throw new UserError('staleVersion')
    const before = { noAdsFrom: shop.noAdsFrom && asDay(shop.noAdsFrom) }
    await recordAudit(db, actor, { event: 'shop.adsChanged', subjectId: id, before, after: { noAdsFrom } })
    return { id, version: version + 1 }
  })
}

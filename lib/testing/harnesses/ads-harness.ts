import { withOrganization } from '@/lib/core/db'
import type { TestOrganization } from '../factories/factories'

type AdsFigures = { spend: bigint; sales?: bigint | null; clicks?: number | null; impressions?: number | null }

/**
 * The ads report of one day of a shop, by the marketplace's number of the item; an empty number is spending without an
 * item.
 */
export async function addAdsDay(
  { organizationId }: Pick<TestOrganization, 'organizationId'>,
  shopId: string,
  day: string,
  items: Record<string, bigint | AdsFigures>,
) {
  await withOrganization({ organizationId }, (db) =>
    db.adsSpend.createMany({
      data: Object.entries(items).map(([itemId, figures]) => {
        const {
          spend,
          sales = 0n,
          clicks = 0,
          impressions = 0,
        } = typeof figures === 'bigint' ? { spend: figures } : figures
        return {
          organizationId,
          shopId,
          day: new Date(day),
          itemId,
          title: itemId && `Anúncio ${itemId}`,
          spendCents: spend,
          salesCents: sales,
          clicks,
          impressions,
        }
      }),
    }),
  )
}

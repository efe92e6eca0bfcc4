import { addDays, type Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import type { DemoClock } from './clock'
import { insertRows } from './insert-rows'
import { drawnFrom } from './payouts'

const DAYS = 150
/** One day in so many has no report. */
const MISSING_EACH = 23
const ADVERTISED = 6

/** Ads of every shop, day by day: its bestsellers, some of which sell below cost, and a little that no ad explains. */
export async function addAds(db: Db, organizationId: string, clock: DemoClock): Promise<void> {
  const best = await db.$queryRaw<{ shopId: string; titles: string[] }[]>`
    SELECT l.shop_id AS "shopId", array_agg(l.title ORDER BY l.units DESC, l.title) AS titles FROM (
      SELECT l.shop_id, l.title, sum(i.quantity) AS units, row_number() OVER (PARTITION BY l.shop_id ORDER BY sum(i.quantity) DESC, l.title) AS place
      FROM order_item i JOIN listing l ON l.organization_id = ${organizationId}::uuid AND l.id = i.listing_id
      WHERE i.organization_id = ${organizationId}::uuid GROUP BY 1, 2
    ) l WHERE l.place <= ${ADVERTISED} GROUP BY 1 ORDER BY 1`
  const yesterday = addDays(clock.today, -1)
  const days = Array.from({ length: DAYS }, (_, back) => addDays(yesterday, -back))
  const rows = best.flatMap(({ shopId, titles }) =>
    days
      .filter((day) => drawnFrom(`ads ${titles[0]} ${day}`, MISSING_EACH) > 0)
      .flatMap((day) =>
        [...titles.map((title, place) => adOf(title, place, day)), restOf(day)].map((ad) => ({
          organizationId,
          shopId,
          day,
          ...ad,
        })),
      ),
  )
  await insertRows(db, 'ads_spend', rows)
}

function adOf(title: string, place: number, day: Day) {
  const clicks = 6 + drawnFrom(`${title} ${day}`, 30 - place * 4)
  const sold = drawnFrom(`sold ${title} ${day}`, 100) < 70 - place * 9 ? 1 + drawnFrom(`units ${title} ${day}`, 2) : 0
  return {
    itemId: String(22_000_000_000 + drawnFrom(title, 1_000_000_000)),
    title,
    clicks,
    impressions: clicks * (38 + drawnFrom(day, 25)),
    spendCents: clicks * (18 + place * 3),
    salesCents: sold * (3_900 + drawnFrom(title, 6_000)),
  }
}

/** The reports name the items by the numbers that the platform gave them. */
export async function nameAdvertisedItems(
  db: Db,
  { organizationId, shopId }: { organizationId: string; shopId: string },
  items: readonly { name: string; itemId: string }[],
): Promise<void> {
  const numbers = new Map(items.map(({ name, itemId }) => [name, itemId]))
  await db.$executeRaw`
    UPDATE ads_spend a SET item_id = n.item_id
    FROM unnest(${[...numbers.keys()]}::text[], ${[...numbers.values()]}::text[]) AS n(title, item_id)
    WHERE a.organization_id = ${organizationId}::uuid AND a.shop_id = ${shopId}::uuid AND a.title = n.title`
}

const restOf = (day: Day) => ({
  itemId: '',
  title: '',
  clicks: drawnFrom(`shop ${day}`, 4),
  impressions: 90,
  spendCents: 40 + drawnFrom(day, 120),
  salesCents: 0,
})

import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Db } from '@/lib/core/db'
import type { HealthMark } from '../../shop-performance/schema'
import type { ShopCaller } from '@/lib/shopee/app'
import {
  getShopPerformance,
  isWithoutValue,
  listLateOrders,
  listListingsWithIssues,
  listPenaltyPoints,
} from '@/lib/shopee/health'
import { withShopToken } from '../../shops/tokens'
import { storedJson } from '@/lib/core/stored-json'
import { enqueueSync } from '../streams/streams'
import { syncActor, type SyncShop } from '../streams/sync-shop'

type Mark = { mark: HealthMark; value: number | null; target: number | null; details: object }

const ROWS_KEPT = 100
const rates = ['lateShipmentRate', 'nonFulfilmentRate', 'preparationDays'] as const
const withoutValue = (mark: HealthMark): Mark => ({ mark, value: null, target: null, details: { told: false } })

/** The platform may say much at once: between two readings that pushes ask for lies at least so long. */
const BETWEEN_EVENTS_MS = 300_000

/** Has the health read now, or five minutes after it was read or begun to be read last. */
export const requestHealth = (shop: SyncShop, now = new Date()): Promise<void> =>
  withOrganization(shop, async (db) => {
    const { organizationId, shopId } = shop
    const state = await db.syncState.findFirst({
      where: { organizationId, shopId, stream: 'health' },
      select: { lastGoodAt: true, runningSince: true },
    })
    const lastMs = Math.max(state?.lastGoodAt?.getTime() ?? 0, state?.runningSince?.getTime() ?? 0)
    await enqueueSync(db, 'sync-health', shopId, Math.max(0, lastMs + BETWEEN_EVENTS_MS - now.getTime()))
  })

/** The platform's rating of the shop: a missing figure is stored as missing. */
export async function syncHealth(shop: SyncShop, now = new Date()): Promise<number> {
  const fetchMarks = async (call: (caller: ShopCaller) => Promise<Mark[]>, marks: readonly HealthMark[]) => {
    try {
      const reported = await withShopToken(shop, shop.shopId, call)
      return marks.map((mark) => reported.find((one) => one.mark === mark) ?? withoutValue(mark))
    } catch (error) {
      if (isWithoutValue(error)) return marks.map(withoutValue)
      throw error
    }
  }
  const marks = [
    ...(await fetchMarks(readRates, rates)),
    ...(await fetchMarks(readPoints, ['penaltyPoints'])),
    ...(await fetchMarks(readLateOrders, ['lateOrders'])),
    ...(await fetchMarks(readListings, ['blockedListings'])),
  ]
  await withOrganization(shop, (db) => keep(db, shop, marks, now))
  return marks.length
}

const readRates = async (caller: ShopCaller): Promise<Mark[]> =>
  (await getShopPerformance(caller)).metrics.flatMap(({ mark, value, target, previous }) =>
    value === null ? [] : { mark, value, target, details: { previous } },
  )

async function readPoints(caller: ShopCaller): Promise<Mark[]> {
  const { rows } = await listPenaltyPoints(caller)
  const value = rows.reduce((sum, { points }) => sum + points, 0)
  return [{ mark: 'penaltyPoints', value, target: null, details: { rows: rows.slice(0, ROWS_KEPT) } }]
}

async function readLateOrders(caller: ShopCaller): Promise<Mark[]> {
  const { rows, total } = await listLateOrders(caller)
  return [{ mark: 'lateOrders', value: total, target: 0, details: { rows: rows.slice(0, ROWS_KEPT) } }]
}

async function readListings(caller: ShopCaller): Promise<Mark[]> {
  const { rows, total } = await listListingsWithIssues(caller)
  return [{ mark: 'blockedListings', value: total, target: 0, details: { rows: rows.slice(0, ROWS_KEPT) } }]
}

/** An unchanged figure is only as new as its first report. */
async function keep(db: Db, { organizationId, shopId }: SyncShop, marks: Mark[], now: Date): Promise<void> {
  const [row] = await db.$queryRaw<[{ changed: number }]>`
    WITH reported AS (
      SELECT x.mark, x.value::numeric(18, 6), x.target::numeric(18, 6), x.details
      FROM jsonb_to_recordset(${storedJson(marks)}::jsonb) AS x(mark text, value numeric, target numeric, details jsonb)
    ), kept AS (
      INSERT INTO shop_health (organization_id, shop_id, mark, value, target, details, as_of)
      SELECT ${organizationId}::uuid, ${shopId}::uuid, t.mark, t.value, t.target, t.details, ${now}::timestamptz FROM reported t
      ON CONFLICT (organization_id, shop_id, mark) DO UPDATE SET value = excluded.value, target = excluded.target, details = excluded.details,
        as_of = excluded.as_of
    )
    SELECT count(*)::int AS changed FROM reported t
    LEFT JOIN shop_health h ON h.organization_id = ${organizationId}::uuid AND h.shop_id = ${shopId}::uuid AND h.mark = t.mark
    WHERE h.mark IS NULL OR (h.value, h.target, h.details) IS DISTINCT FROM (t.value, t.target, t.details)`
  if (row.changed > 0)
    await recordAudit(db, syncActor(organizationId), {
      event: 'shop.healthSynced',
      subjectId: shopId,
      after: { changed: row.changed },
    })
}

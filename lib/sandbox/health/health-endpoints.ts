import { z } from 'zod'
import { shopEndpoint, type Endpoint } from '../gateway'
import { integer } from '../parameters'
import { getShopPerformance } from './shop-performance'

// Invented: parameters, names of fields and numbers of reasons of account_health. The platform describes none of them in
// detail; names and types are those of the independent client that the tests use.
const paged = z.object({
  page_no: integer.pipe(z.number().min(1)).default(1),
  page_size: integer.pipe(z.number().min(1).max(100)).default(10),
})

const PROHIBITED = 1
const OTHER_IMPROVEMENT = 7
const ONGOING = 1

type Page = z.output<typeof paged>

const window = ({ page_no: page, page_size: size }: Page) => [size, (page - 1) * size]

/** Points and punishments are counted by the quarter. */
function quarterStart(now: number): number {
  const date = new Date(now * 1000)
  return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3) / 1000
}

const withoutTotal = <T extends { total: number }>(rows: T[]) => ({
  list: rows.map(({ total: _total, ...row }) => row),
  total_count: rows[0]?.total ?? 0,
})

export const healthEndpoints: Endpoint[] = [
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/account_health/get_shop_performance',
    run: ({ db, shop, now }) => getShopPerformance(db, { shopId: shop.shop_id, now }),
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/account_health/get_penalty_point_history',
    query: paged.extend({ violation_type: integer.optional() }),
    run: async ({ db, shop, now, query }) => {
      const { rows } = await db.query<{ total: number }>(
        `SELECT issue_time, latest_points AS latest_point_num, original_points AS original_point_num, reference_id,
           violation_type, count(*) OVER ()::int AS total
         FROM penalty_point WHERE shop_id = $1 AND issue_time >= $2 AND ($3::int IS NULL OR violation_type = $3)
         ORDER BY reference_id DESC LIMIT $4 OFFSET $5`,
        [shop.shop_id, quarterStart(now), query.violation_type ?? null, ...window(query)],
      )
      const { list, total_count } = withoutTotal(rows)
      return { penalty_point_list: list, total_count }
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/account_health/get_punishment_history',
    query: paged.extend({ punishment_status: integer.pipe(z.number().min(1).max(2)) }),
    run: async ({ db, shop, now, query }) => {
      const { rows } = await db.query<{ total: number }>(
        `SELECT issue_time, issue_time AS start_time, end_time, punishment_type, reason, reference_id,
           count(*) OVER ()::int AS total
         FROM punishment WHERE shop_id = $1 AND issue_time >= $2 AND (end_time > $3) = $4
         ORDER BY reference_id DESC LIMIT $5 OFFSET $6`,
        [shop.shop_id, quarterStart(now), now, query.punishment_status === ONGOING, ...window(query)],
      )
      const { list, total_count } = withoutTotal(rows)
      return { punishment_list: list, total_count }
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/account_health/get_late_orders',
    query: paged,
    run: async ({ db, shop, now, query }) => {
      const { rows } = await db.query<{ total: number }>(
        `SELECT order_sn, ship_by_date AS shipping_deadline, (($2 - ship_by_date) / 86400 + 1)::int AS late_by_days,
           count(*) OVER ()::int AS total
         FROM orders WHERE shop_id = $1 AND status IN ('READY_TO_SHIP', 'PROCESSED', 'RETRY_SHIP')
           AND ship_by_date > 0 AND ship_by_date < $2
         ORDER BY ship_by_date, order_sn LIMIT $3 OFFSET $4`,
        [shop.shop_id, now, ...window(query)],
      )
      const { list, total_count } = withoutTotal(rows)
      return { late_order_list: list, total_count }
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/account_health/get_listings_with_issues',
    query: paged,
    run: async ({ db, shop, query }) => {
      const { rows } = await db.query<{ total: number }>(
        `SELECT item_id, CASE WHEN ban_reason ILIKE '%proibid%' THEN $2::int ELSE $3::int END AS reason,
           count(*) OVER ()::int AS total
         FROM item WHERE shop_id = $1 AND status = 'BANNED' ORDER BY item_id LIMIT $4 OFFSET $5`,
        [shop.shop_id, PROHIBITED, OTHER_IMPROVEMENT, ...window(query)],
      )
      const { list, total_count } = withoutTotal(rows)
      return { listing_list: list, total_count }
    },
  }),
]

import type { z } from 'zod'
import type { ShopCaller } from './app'
import { ShopeeError, type ShopeeErrorKind } from './errors'
import { count, decimal, fields, integer, list, maybe, text, time } from './lenient'
import { elementsOf } from './orders'
import { read, readEach } from './reading'
import { callShopee } from './transport'

// The platform's public pages do not describe these endpoints in detail: names are those of published clients, everything may be missing.
const performance = fields({
  overall_performance: maybe(fields({ rating: integer })),
  metric_list: list(
    fields({
      metric_id: integer,
      metric_name: text,
      current_period: decimal,
      last_period: decimal,
      unit: integer,
      target: maybe(fields({ value: decimal, comparator: text })),
    }),
  ),
})

const LATE_SHIPMENT = 1
const NON_FULFILMENT = 3
const PREPARATION = 4
const names: Record<number, HealthMetric['mark']> = {
  [LATE_SHIPMENT]: 'lateShipmentRate',
  [NON_FULFILMENT]: 'nonFulfilmentRate',
  [PREPARATION]: 'preparationDays',
}

/** Rates in percent, preparation in days. */
export type HealthMetric = {
  mark: 'lateShipmentRate' | 'nonFulfilmentRate' | 'preparationDays'
  value: number | null
  previous: number | null
  target: number | null
}

/** The platform's figures of a shop's performance: those of its numbers that have a name here. */
export async function getShopPerformance(
  shop: ShopCaller,
): Promise<{ rating: number | null; metrics: HealthMetric[] }> {
  const path = '/api/v2/account_health/get_shop_performance'
  const { response } = await callShopee(shop, { path, repeatable: true })
  const { data } = read(path, performance, response)
  return {
    rating: data.overall_performance?.rating ?? null,
    metrics: data.metric_list.flatMap((metric) => {
      const mark = names[metric.metric_id ?? 0]
      const { current_period: value, last_period: previous, target } = metric
      return mark ? { mark, value, previous, target: target?.value ?? null } : []
    }),
  }
}

const PAGE = 100
const PAGES = 10

const total = fields({ total_count: integer })
type Listing<T> = { rows: T[]; total: number }

/** All pages, up to a thousand rows; the total is the platform's own. */
async function listAll<S extends z.ZodType, T>(
  shop: ShopCaller,
  { name, key, schema, reshape }: { name: string; key: string; schema: S; reshape: (row: z.output<S>) => T },
): Promise<Listing<T>> {
  const path = `/api/v2/account_health/${name}`
  const rows: T[] = []
  let reported: number | null = null
  for (let pageNo = 1; pageNo <= PAGES; pageNo += 1) {
    const query = { page_no: pageNo, page_size: PAGE }
    const { response } = await callShopee(shop, { path, repeatable: true, query })
    reported = read(path, total, response ?? {}).data.total_count ?? reported
    const elements = elementsOf(response, key)
    rows.push(...readEach(schema, elements, reshape).read.map(({ data }) => data))
    if (elements.length < PAGE) break
  }
  return { rows, total: reported ?? rows.length }
}

const point = fields({ issue_time: time, latest_point_num: count, violation_type: integer })
export const listPenaltyPoints = (shop: ShopCaller) =>
  listAll(shop, {
    name: 'get_penalty_point_history',
    key: 'penalty_point_list',
    schema: point,
    reshape: (row) => ({ at: row.issue_time, points: row.latest_point_num, violation: row.violation_type }),
  })

const lateOrder = fields({ order_sn: text, shipping_deadline: time, late_by_days: integer })
export const listLateOrders = (shop: ShopCaller) =>
  listAll(shop, {
    name: 'get_late_orders',
    key: 'late_order_list',
    schema: lateOrder,
    reshape: (row) => ({ code: row.order_sn, due: row.shipping_deadline, lateDays: row.late_by_days }),
  })

const issue = fields({ item_id: text, reason: integer })
export const listListingsWithIssues = (shop: ShopCaller) =>
  listAll(shop, {
    name: 'get_listings_with_issues',
    key: 'listing_list',
    schema: issue,
    reshape: (row) => ({ itemId: row.item_id, reason: row.reason }),
  })

const WITHOUT_VALUE: readonly ShopeeErrorKind[] = [
  'notFound',
  'permission',
  'invalidInput',
  'businessRefused',
  'unexpectedShape',
]

/** The platform does not offer this to the app, or no longer: there is no figure, and no fault. */
export const isWithoutValue = (error: unknown): boolean =>
  error instanceof ShopeeError && WITHOUT_VALUE.includes(error.kind)

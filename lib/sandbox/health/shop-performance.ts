import type { Database } from '../database'

const PERIOD_SECONDS = 7 * 86_400

type Counts = {
  shipped: number
  late: number
  placed: number
  unfulfilled: number
  preparation_seconds: number
}

/** Over one period of seven days that ends at `until`. */
async function countPeriod(db: Database, shopId: bigint, until: number): Promise<Counts> {
  const { rows } = await db.query<Counts>(
    `SELECT
       count(*) FILTER (WHERE pickup_done_time > $2 AND pickup_done_time <= $3)::int AS shipped,
       count(*) FILTER (WHERE pickup_done_time > $2 AND pickup_done_time <= $3
         AND pickup_done_time > ship_by_date)::int AS late,
       count(*) FILTER (WHERE pay_time > $2 AND pay_time <= $3)::int AS placed,
       count(*) FILTER (WHERE cancelled_time > $2 AND cancelled_time <= $3 AND pay_time IS NOT NULL
         AND cancel_by IN ('seller', 'system'))::int AS unfulfilled,
       coalesce(avg(pickup_done_time - pay_time)
         FILTER (WHERE pickup_done_time > $2 AND pickup_done_time <= $3), 0)::float8 AS preparation_seconds
     FROM orders WHERE shop_id = $1 AND update_time > $2`,
    [shopId, until - PERIOD_SECONDS, until],
  )
  return rows[0]!
}

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100)
const days = (seconds: number) => Math.round((seconds / 86_400) * 100) / 100

// Invented: which metrics a shop has, how they are counted, and their targets. The numbers are those of a published client of
// another author, the targets the public ones of Brazil, unconfirmed.
const METRICS = [
  {
    id: 1,
    name: 'Late Shipment Rate (All Channels)',
    unit: 2,
    target: 10,
    read: ({ late, shipped }: Counts) => percent(late, shipped),
  },
  {
    id: 3,
    name: 'Non-Fulfilment Rate (All Channels)',
    unit: 2,
    target: 10,
    read: ({ unfulfilled, placed }: Counts) => percent(unfulfilled, placed),
  },
  {
    id: 4,
    name: 'Preparation Time',
    unit: 4,
    target: 2,
    read: (counts: Counts) => days(counts.preparation_seconds),
  },
]

const EXCELLENT = 4

export async function getShopPerformance(db: Database, { shopId, now }: { shopId: bigint; now: number }) {
  const current = await countPeriod(db, shopId, now)
  const last = await countPeriod(db, shopId, now - PERIOD_SECONDS)
  const issues = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM item WHERE shop_id = $1 AND status = 'BANNED'`,
    [shopId],
  )
  const metrics = METRICS.map(({ id, name, unit, target, read }) => ({
    metric_type: 1,
    metric_id: id,
    parent_metric_id: 0,
    metric_name: name,
    current_period: read(current),
    last_period: read(last),
    unit,
    target: { value: target, comparator: '<' },
  }))
  const failed = metrics.filter((metric) => metric.current_period >= metric.target.value).length
  const listingFailed = issues.rows[0]!.count > 0 ? 1 : 0
  return {
    overall_performance: {
      rating: Math.max(1, EXCELLENT - failed - listingFailed),
      fulfillment_failed: failed,
      listing_failed: listingFailed,
      custom_service_failed: 0,
    },
    metric_list: metrics,
  }
}

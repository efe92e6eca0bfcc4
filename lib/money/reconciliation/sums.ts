import 'server-only'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { DiscrepancyCause, SettlementState } from '@/lib/generated/prisma/enums'
import type { SettlementFilters } from './filters'
import { matching, ofPeriod } from './queries'

export type Sums = {
  orders: bigint
  expectedCents: bigint
  releasedCents: bigint
  adjustedCents: bigint
  differenceCents: bigint
  explainedCents: bigint
  /** Net: what is missing and what came too much make up for one another, so it never says that nothing is left. */
  unexplainedCents: bigint
}
/** The unexplained part: missing and overpaid amounts. */
export type Unexplained = { shortOrders: bigint; shortCents: bigint; overOrders: bigint; overCents: bigint }
export type StateSum = Sums & { state: SettlementState }
type OfShop<T> = T & { shopId: string; state: SettlementState }

/** By shop and state, of the period, the shop, the entity and the states alone, from their days. */
export function sumSettlements(db: Db, organizationId: string, filters: SettlementFilters): Promise<OfShop<Sums>[]> {
  return db.$queryRaw<OfShop<Sums>[]>`
    SELECT s.shop_id AS "shopId", s.state, sum(s.orders)::bigint AS orders, sum(s.expected_cents)::bigint AS "expectedCents",
      sum(s.released_cents)::bigint AS "releasedCents", sum(s.adjusted_cents)::bigint AS "adjustedCents", sum(s.difference_cents)::bigint AS "differenceCents",
      sum(s.explained_cents)::bigint AS "explainedCents", sum(s.unexplained_cents)::bigint AS "unexplainedCents"
    FROM settlement_day s WHERE ${ofPeriod(filters, organizationId, Prisma.sql`s.day`)}
    GROUP BY s.shop_id, s.state HAVING sum(s.orders) <> 0 ORDER BY s.state, s.shop_id`
}

/** By shop and state, of the period, the shop and the entity alone, from the rows: days hold what is left of both sides. */
export function sumUnexplained(
  db: Db,
  organizationId: string,
  filters: SettlementFilters,
): Promise<OfShop<Unexplained>[]> {
  const only: SettlementFilters = { ...filters, q: '', states: [], minCents: null, inCase: null, cause: 'unexplained' }
  return db.$queryRaw<OfShop<Unexplained>[]>`
    SELECT s.shop_id AS "shopId", s.state, count(*) FILTER (WHERE s.unexplained_cents < 0) AS "shortOrders",
      coalesce(sum(s.unexplained_cents) FILTER (WHERE s.unexplained_cents < 0), 0)::bigint AS "shortCents",
      count(*) FILTER (WHERE s.unexplained_cents > 0) AS "overOrders",
      coalesce(sum(s.unexplained_cents) FILTER (WHERE s.unexplained_cents > 0), 0)::bigint AS "overCents"
    FROM settlement s WHERE ${matching(organizationId, only)} GROUP BY s.shop_id, s.state`
}

const noSums: Sums = {
  orders: 0n,
  expectedCents: 0n,
  releasedCents: 0n,
  adjustedCents: 0n,
  differenceCents: 0n,
  explainedCents: 0n,
  unexplainedCents: 0n,
}
const noUnexplained: Unexplained = { shortOrders: 0n, shortCents: 0n, overOrders: 0n, overCents: 0n }

const keysOf = <T extends object>(empty: T) => Object.keys(empty) as (keyof T)[]
const added =
  <K extends string>(empty: Record<K, bigint>) =>
  (rows: readonly Record<K, bigint>[]) =>
    rows.reduce((all, each) => {
      const sums = { ...all }
      for (const key of keysOf(empty)) sums[key] = all[key] + each[key]
      return sums
    }, empty)

export const addSums = added(noSums)
export const addUnexplained = added(noUnexplained)

export type CauseSum = { cause: DiscrepancyCause; orders: bigint; amountCents: bigint }

/** For the period, the shop and the entity alone, the costliest first. */
export function sumByCause(db: Db, organizationId: string, filters: SettlementFilters): Promise<CauseSum[]> {
  return db.$queryRaw<CauseSum[]>`
    SELECT s.cause, sum(s.orders)::bigint AS orders, sum(s.amount_cents)::bigint AS "amountCents"
    FROM discrepancy_day s WHERE ${ofPeriod({ ...filters, states: [] }, organizationId, Prisma.sql`s.day`)}
    GROUP BY s.cause HAVING sum(s.orders) <> 0 ORDER BY 3, 1`
}

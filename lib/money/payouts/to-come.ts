import 'server-only'
import { isDay, type Day } from '@/lib/core/dates'
import type { Db, Reader } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Page } from '@/lib/core/keyset'
import { overdueBefore } from '../reconciliation/due-day'
import {
  dayOrder,
  dayToCome,
  firstKeyOf,
  isEstimate,
  isOverdue,
  lostBefore,
  NO_DAY,
} from '../reconciliation/expected-day'
import type { ToComeDay } from './cash'
import { dueDays, type DueFilter } from './filters'

/** Said as the partial index says it. */
const isOpen = Prisma.sql`s.state IN ('to_release', 'partly_released')`
const isLate = Prisma.sql`s.state = 'late'`
/**
 * An early payout reduces the expected income; below zero where the platform will deduct it, as the reconciliation
 * counts it. Null where the expected amount is unknown.
 */
const cents = Prisma.sql`s.expected_cents - coalesce(s.released_cents, 0) - s.adjusted_cents`

/** `estimatedCents`: of them, of orders on their way, whose day is an estimate. */
export type ToComeSum = { orders: bigint; unknown: bigint; cents: bigint; estimatedCents: bigint }
export type ToCome = {
  days: ToComeDay[]
  /** After the days ahead, and their sum. */
  laterDays: ToComeDay[]
  later: ToComeSum
  none: ToComeSum
  late: ToComeSum
  /** Past its last day, without any record that would show its payment. It is no basis for a plan. */
  overdue: ToComeSum
}

/** The sum of what the list holds. */
export function sumListed({ days, laterDays, late, none, later, overdue }: ToCome, due: DueFilter | null): ToComeSum {
  const within = () => days.reduce(add, nothing)
  if (due === null) return [none, later, overdue].reduce(add, within())
  if (due === 'within') return within()
  const span = dueDays(due)
  if (span) return [...days, ...laterDays].filter(({ day }) => day >= span.from && day <= span.to).reduce(add, nothing)
  return { late, none, later, overdue }[due as string] ?? nothing
}

const nothing: ToComeSum = { orders: 0n, unknown: 0n, cents: 0n, estimatedCents: 0n }
const add = (a: ToComeSum, b: ToComeSum): ToComeSum => ({
  orders: a.orders + b.orders,
  unknown: a.unknown + b.unknown,
  cents: a.cents + b.cents,
  estimatedCents: a.estimatedCents + b.estimatedCents,
})

const ofShop = (shop: string | null) => (shop ? Prisma.sql`AND s.shop_id = ${shop}::uuid` : Prisma.empty)
const sums = Prisma.sql`count(*) AS orders, count(*) FILTER (WHERE s.expected_cents IS NULL) AS unknown, coalesce(sum(${cents}), 0)::bigint AS cents,
  coalesce(sum(${cents}) FILTER (WHERE ${isEstimate}), 0)::bigint AS "estimatedCents"`

/** The platform's open payouts, by the expected day. */
export async function sumToCome(
  db: Reader,
  organizationId: string,
  shop: string | null,
  range: { from: Day; to: Day },
): Promise<ToCome> {
  const rows = await db.$queryRaw<(ToComeSum & { day: Day | 'overdue' | 'none' })[]>`
    SELECT CASE WHEN ${isOverdue(range.from)} THEN 'overdue' ELSE coalesce(to_char(${dayToCome(range.from)}, 'YYYY-MM-DD'), 'none') END AS day, ${sums}
    FROM settlement s WHERE s.organization_id = ${organizationId}::uuid AND ${isOpen} ${ofShop(shop)} GROUP BY 1 ORDER BY 1`
  const [late] = await db.$queryRaw<[ToComeSum]>`
    SELECT ${sums} FROM settlement s WHERE s.organization_id = ${organizationId}::uuid AND ${isLate} ${ofShop(shop)}`
  const sumOf = (is: (day: string) => boolean) => rows.filter(({ day }) => is(day)).reduce(add, nothing)
  const dated = rows.filter(({ day }) => isDay(day))
  const laterDays = dated.filter(({ day }) => day > range.to)
  return {
    days: dated.filter(({ day }) => day <= range.to),
    laterDays,
    later: laterDays.reduce(add, nothing),
    late,
    none: sumOf((day) => day === 'none'),
    overdue: sumOf((day) => day === 'overdue'),
  }
}

export type ToComeRow = {
  id: string
  code: string
  orderId: string | null
  shopName: string
  soldOn: Day
  /** The expected day; null where there is none. */
  expectedOn: Day | null
  /** On its way: the day is an estimate. */
  isEstimate: boolean
  /** The last day on which the platform may pay; null before the delivery. */
  dueOn: Day | null
  state: 'to_release' | 'partly_released' | 'late'
  /** Past all its days, and nothing shows whether it was paid. */
  isOverdue: boolean
  expectedCents: bigint | null
  releasedCents: bigint | null
  adjustedCents: bigint
  /** Null where the expected amount is unknown. */
  toComeCents: bigint | null
}

export type ToComeFilters = {
  shop: string | null
  due: DueFilter | null
  range: { from: Day; to: Day }
  after: string | null
  before: string | null
}

/** The days as the index stores them, filtered to those with the requested expected day. */
function matching(organizationId: string, { shop, due, range }: ToComeFilters): Prisma.Sql {
  const { from: today, to } = range
  const conditions = [Prisma.sql`s.organization_id = ${organizationId}::uuid`, due === 'late' ? isLate : isOpen]
  if (shop) conditions.push(Prisma.sql`s.shop_id = ${shop}::uuid`)
  if (due === 'none') conditions.push(Prisma.sql`${dayOrder} = ${NO_DAY}::date`)
  else if (due === 'later') conditions.push(Prisma.sql`${dayOrder} > ${to}::date AND ${dayOrder} < ${NO_DAY}::date`)
  else if (due === 'overdue')
    conditions.push(Prisma.sql`${dayOrder} < ${overdueBefore(today)}::date AND ${isOverdue(today)}`)
  else if (due === 'within')
    conditions.push(
      Prisma.sql`${dayOrder} BETWEEN ${lostBefore(today)}::date AND ${to}::date AND NOT ${isOverdue(today)}`,
    )
  const span = dueDays(due)
  if (span) {
    conditions.push(Prisma.sql`${dayOrder} BETWEEN ${firstKeyOf(span, today)}::date AND ${span.to}::date
      AND NOT ${isOverdue(today)} AND ${dayToCome(today)} BETWEEN ${span.from}::date AND ${span.to}::date`)
  }
  return Prisma.join(conditions, ' AND ')
}

/** The orders behind the sums, what is due first at the top. */
export async function listToCome(
  db: Db,
  organizationId: string,
  filters: ToComeFilters,
  size: number,
): Promise<Page<ToComeRow>> {
  const wanted = requestPage(filters, size, { ascending: true, isPlace: (value) => value === NO_DAY || isDay(value) })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, dayOrder, Prisma.sql`s.id`, Prisma.sql`date`)
  const today = filters.range.from
  const rows = await db.$queryRaw<(ToComeRow & { place: Day })[]>`
    SELECT s.id, s.external_code AS code, s.order_id AS "orderId", h.name::text AS "shopName", to_char(s.local_day, 'YYYY-MM-DD') AS "soldOn",
      to_char(CASE WHEN s.state = 'late' OR ${isOverdue(today)} THEN ${dayOrder} ELSE ${dayToCome(today)} END, 'YYYY-MM-DD') AS "expectedOn",
      ${isEstimate} AS "isEstimate", (s.state <> 'late' AND ${isOverdue(today)}) AS "isOverdue",
      to_char(s.due_on, 'YYYY-MM-DD') AS "dueOn", s.state, s.expected_cents AS "expectedCents", s.released_cents AS "releasedCents",
      s.adjusted_cents AS "adjustedCents", ${cents} AS "toComeCents", to_char(${dayOrder}, 'YYYY-MM-DD') AS place
    FROM settlement s JOIN shop h ON h.organization_id = ${organizationId}::uuid AND h.id = s.shop_id
    WHERE ${matching(organizationId, filters)} ${beyond} ORDER BY ${dayOrder} ${order}, s.id ${order} LIMIT ${size + 1}`
  return pageOf(wanted, rows, ({ id, place: value }) => ({ value, id }))
}

/** Reads all that the filter matches: for exports, which say how far they are. */
export async function countToCome(db: Db, organizationId: string, filters: ToComeFilters): Promise<bigint> {
  const [row] = await db.$queryRaw<[{ count: bigint }]>`
    SELECT count(*) AS count FROM settlement s WHERE ${matching(organizationId, filters)}`
  return row.count
}

import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import { isInstant, type Page } from '@/lib/core/keyset'
import { unitCostsOn } from '../costs/cost-queries'
import type { CountState } from './count-schema'

export type CountRow = {
  id: string
  name: string
  state: CountState
  createdAt: Date
  createdBy: string | null
  closedAt: Date | null
  lines: bigint
  counted: bigint
  different: bigint
}

/** Newest first. */
export async function listCounts(
  db: Db,
  organizationId: string,
  { after, before, size }: { after: string | null; before: string | null; size: number },
): Promise<Page<CountRow>> {
  const wanted = requestPage({ after, before }, size, { isPlace: isInstant })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, Prisma.sql`c.created_at`, Prisma.sql`c.id`, Prisma.sql`timestamptz`)
  const rows = await db.$queryRaw<CountRow[]>`
    WITH page AS MATERIALIZED (
      SELECT c.* FROM stock_count c WHERE c.organization_id = ${organizationId}::uuid ${beyond}
      ORDER BY c.created_at ${order}, c.id ${order} LIMIT ${size + 1}
    )
    SELECT c.id, c.name, c.state, c.created_at AS "createdAt", n.display_name AS "createdBy", c.closed_at AS "closedAt", l.*
    FROM page c
    LEFT JOIN list_actor_names((SELECT array_agg(DISTINCT created_by) FROM page)) n ON n.user_id = c.created_by
    CROSS JOIN LATERAL (
      SELECT count(*) AS lines, count(l.units) AS counted,
        count(*) FILTER (WHERE coalesce(l.difference, l.units - l.on_hand_at) <> 0) AS different
      FROM stock_count_line l WHERE l.organization_id = ${organizationId}::uuid AND l.count_id = c.id) l
    ORDER BY c.created_at ${order}, c.id ${order}`
  return pageOf(wanted, rows, ({ createdAt, id }) => ({
    value: createdAt.toISOString(),
    id,
  }))
}

export type CountHead = {
  id: string
  name: string
  state: CountState
  createdAt: Date
  createdBy: string | null
  closedAt: Date | null
  closedBy: string | null
}

export async function getCount(db: Db, organizationId: string, id: string): Promise<CountHead | null> {
  const [row] = await db.$queryRaw<CountHead[]>`
    SELECT c.id, c.name, c.state, c.created_at AS "createdAt", c.closed_at AS "closedAt",
      (SELECT n.display_name FROM list_actor_names(ARRAY[c.created_by]) n) AS "createdBy",
      (SELECT n.display_name FROM list_actor_names(ARRAY[c.closed_by]) n) AS "closedBy"
    FROM stock_count c WHERE c.organization_id = ${organizationId}::uuid AND c.id = ${id}::uuid`
  return row ?? null
}

/** Changes with every entry and every recounted line: proves that the session is as it was seen before booking. */
export async function getCountMark(db: Db, organizationId: string, countId: string): Promise<string> {
  const [row] = await db.$queryRaw<[{ mark: string }]>`
    SELECT (SELECT count(*) FROM stock_count_entry WHERE organization_id = ${organizationId}::uuid AND count_id = ${countId}::uuid)
      || '-' || (SELECT coalesce(sum(round), 0) FROM stock_count_line
        WHERE organization_id = ${organizationId}::uuid AND count_id = ${countId}::uuid) AS mark`
  return row.mark
}

export type CountSummary = {
  lines: bigint
  counted: bigint
  missing: bigint
  different: bigint
  moved: bigint
  unitsOver: bigint
  unitsShort: bigint
  /** The units that setting the missing ones to zero would remove: what came since the count began stays. */
  missingUnits: bigint
  /** At cost, of the differences with a known one. Left out for roles that may not read cost. */
  valueOverCents?: bigint
  valueShortCents?: bigint
  /** Products that differ and have no cost. */
  withoutCost?: bigint
}

/**
 * The units that came since an open session began, by product. The instant is a value and no join, so that only the movements after it
 * are read.
 */
const cameSince = (organizationId: string, { state, createdAt }: Pick<CountHead, 'state' | 'createdAt'>) =>
  state === 'open'
    ? Prisma.sql`(
        SELECT s.product_id, s.location_id, sum(s.on_hand_delta)::bigint AS came FROM stock_movement s
        WHERE s.organization_id = ${organizationId}::uuid AND s.occurred_at > ${createdAt}::timestamptz GROUP BY 1, 2)`
    : Prisma.sql`(SELECT NULL::uuid AS product_id, NULL::uuid AS location_id, 0::bigint AS came WHERE false)`

/** The difference of line `l`: the booked one, else the expected one. */
export const difference = Prisma.sql`coalesce(l.difference, l.units - l.on_hand_at)`

export async function getCountSummary(
  db: Db,
  organizationId: string,
  count: Pick<CountHead, 'id' | 'state' | 'createdAt'>,
  { today, seesMoney }: { today: Day; seesMoney: boolean },
): Promise<CountSummary> {
  const value = seesMoney
    ? Prisma.sql`, coalesce(round(sum(d.units * d.cost * 100) FILTER (WHERE d.units > 0)), 0)::bigint AS "valueOverCents",
        coalesce(-round(sum(d.units * d.cost * 100) FILTER (WHERE d.units < 0)), 0)::bigint AS "valueShortCents",
        count(*) FILTER (WHERE d.units <> 0 AND d.cost IS NULL) AS "withoutCost"`
    : Prisma.empty
  const cost = seesMoney ? Prisma.sql`, c.cost` : Prisma.empty
  const costs = seesMoney
    ? Prisma.sql`LEFT JOIN ${unitCostsOn(organizationId, today)} c ON c.product_id = l.product_id`
    : Prisma.empty
  const [row] = await db.$queryRaw<[CountSummary]>`
    SELECT count(*) AS lines, count(d.counted) AS counted, count(*) FILTER (WHERE d.counted IS NULL AND d.listed) AS missing,
      count(*) FILTER (WHERE d.units <> 0) AS different, count(*) FILTER (WHERE d.moved) AS moved,
      coalesce(sum(d.units) FILTER (WHERE d.units > 0), 0)::bigint AS "unitsOver",
      coalesce(-sum(d.units) FILTER (WHERE d.units < 0), 0)::bigint AS "unitsShort",
      coalesce(sum(d.on_hand - greatest(d.came, 0)) FILTER (WHERE d.counted IS NULL AND d.listed), 0)::bigint AS "missingUnits" ${value}
    FROM (
      SELECT l.units AS counted, l.listed, l.moved, ${difference} AS units, v.on_hand,
        coalesce(m.came, 0) AS came ${cost}
      FROM stock_count_line l ${costs}
      LEFT JOIN stock_location o ON o.organization_id = ${organizationId}::uuid AND o.kind = 'own'
      LEFT JOIN stock_level v ON v.organization_id = ${organizationId}::uuid AND v.product_id = l.product_id AND v.location_id = o.id
      LEFT JOIN ${cameSince(organizationId, count)} m ON m.product_id = l.product_id AND m.location_id = o.id
      WHERE l.organization_id = ${organizationId}::uuid AND l.count_id = ${count.id}::uuid
    ) d`
  return row
}

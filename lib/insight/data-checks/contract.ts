import 'server-only'
import type { Right } from '@/lib/core/permissions'
import type { Actor, Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { findingRow, type CheckClock, type CheckName, type CheckFindings, type Severity } from './schema'

/** How many there are, and the first of them. */
export type Find = (db: Db, organizationId: string, clock: CheckClock, most: number) => Promise<CheckFindings>

/** Tells the trail how many were put right, in the transaction that did it. */
export type ReportRepaired = (db: Db, repaired: number) => Promise<void>

/** One question to a company's data, which nothing answers where all is well. */
export type HealthCheck = {
  name: CheckName
  severity: Severity
  /** A role without it sees the count, and none of the rows. */
  right: Right
  /** The page that lists exactly these, if there is one. */
  href?: string
  /** Where a row's own record stands. */
  rowHref?: (ref: string) => string
  /** Where it is safe: puts these right, in the worker. */
  repair?: (actor: Actor, refs: string[], report: ReportRepaired) => Promise<void>
} & (
  | { find: Find; findAlone?: undefined }
  /** A check that opens transactions of its own, so that none is held meanwhile. */
  | { findAlone: (organizationId: string) => Promise<CheckFindings>; find?: undefined }
)

type Row = { ref: string; label: string; values: unknown; total: bigint }
type QueryCheck = Omit<HealthCheck, 'find' | 'findAlone'> & {
  query: (organizationId: string, clock: CheckClock) => Prisma.Sql
}

/** A check that one statement answers, of `ref`, `label` and `values`. */
export const sqlCheck = ({ query, ...check }: QueryCheck): HealthCheck => ({
  ...check,
  find: async (db, organizationId, clock, most) => {
    const rows = await db.$queryRaw<Row[]>`
      SELECT f.ref::text AS ref, f.label::text AS label, f.values, count(*) OVER () AS total
      FROM (${query(organizationId, clock)}) f ORDER BY f.label, f.ref LIMIT ${most}`
    return { count: Number(rows[0]?.total ?? 0), rows: rows.map(({ total: _, ...row }) => findingRow.parse(row)) }
  },
})

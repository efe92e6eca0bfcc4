import 'server-only'
import { asId } from '@/lib/core/keyset'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import type { Expense } from './queries'
import { expenseColumns } from './queries'
import type { PlaceType } from './schema'
import { Prisma } from '@/lib/generated/prisma/client'

export type OpenExpense = Expense & {
  receipt: { name: string; bytes: bigint } | null
  series: { untilOn: Day | null; times: number | null; ended: boolean } | null
}

/** One expense as its form opens it. */
export async function getExpense(db: Db, organizationId: string, id: unknown): Promise<OpenExpense | null> {
  const expenseId = asId(id)
  if (!expenseId) return null
  const [expense] = await db.$queryRaw<Expense[]>`
    SELECT ${expenseColumns} FROM expense e
    WHERE e.organization_id = ${organizationId}::uuid AND e.id = ${expenseId}::uuid AND e.voided_at IS NULL`
  if (!expense) return null
  const { fileId, seriesId } = expense
  const receipt = fileId
    ? await db.storedFile.findFirst({ where: { organizationId, id: fileId }, select: { name: true, bytes: true } })
    : null
  const [series] = seriesId
    ? await db.$queryRaw<NonNullable<OpenExpense['series']>[]>(Prisma.sql`
        SELECT until_on::text AS "untilOn", times, ended_at IS NOT NULL AS ended FROM expense_series
        WHERE organization_id = ${organizationId}::uuid AND id = ${seriesId}::uuid`)
    : []
  return { ...expense, receipt, series: series ?? null }
}

export type CategoryInUse = { name: string; count: number }

/** The categories in use, for the form to offer and for who tidies them up. */
export const listCategories = (db: Db, organizationId: string): Promise<CategoryInUse[]> =>
  db.$queryRaw<CategoryInUse[]>`
    SELECT category AS name, count(*)::int AS count FROM expense
    WHERE organization_id = ${organizationId}::uuid AND voided_at IS NULL AND category IS NOT NULL
    GROUP BY category ORDER BY category LIMIT 200`

export type PlaceChoice = { type: PlaceType; id: string; name: string }

/** Whose an expense may be; what is archived is left out unless an expense still names it. */
export const listPlaces = (db: Db, organizationId: string): Promise<PlaceChoice[]> =>
  db.$queryRaw<PlaceChoice[]>`
    SELECT type, id, name FROM (
      SELECT 1 AS rank, 'entity' AS type, id, name FROM legal_entity
        WHERE organization_id = ${organizationId}::uuid AND archived_at IS NULL
      UNION ALL SELECT 2, 'shop', id, name FROM shop WHERE organization_id = ${organizationId}::uuid
      UNION ALL SELECT 3, 'channel', id, name::text FROM channel
        WHERE organization_id = ${organizationId}::uuid AND archived_at IS NULL
    ) place ORDER BY rank, name LIMIT 300`

import 'server-only'
import type { DayRange } from '@/lib/core/dates'
import type { Reader } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { DueDay } from './cash'

export type DueExpenses = { days: DueDay[]; overdue: { count: bigint; cents: bigint } }

/** The payments by due day; overdue ones count today. Goods for stock cost money as well. */
export async function listDueExpenses(
  db: Reader,
  organizationId: string,
  { from, to }: DayRange,
  shop: string | null,
): Promise<DueExpenses> {
  const rows = await db.$queryRaw<
    (Omit<DueDay, 'biggest'> & { names: string[]; amounts: bigint[]; late: bigint; lateCents: bigint })[]
  >`
    SELECT to_char(greatest(due_on, ${from}::date), 'YYYY-MM-DD') AS day, count(*) AS count, sum(amount_cents)::bigint AS cents,
      (array_agg(description ORDER BY amount_cents DESC, id))[1:3] AS names, (array_agg(amount_cents ORDER BY amount_cents DESC, id))[1:3] AS amounts,
      count(*) FILTER (WHERE due_on < ${from}::date) AS late, coalesce(sum(amount_cents) FILTER (WHERE due_on < ${from}::date), 0)::bigint AS "lateCents"
    FROM expense WHERE organization_id = ${organizationId}::uuid AND status = 'pending' AND voided_at IS NULL AND due_on <= ${to}::date
      ${shop ? Prisma.sql`AND shop_id = ${shop}::uuid` : Prisma.empty}
    GROUP BY 1 ORDER BY 1`
  const [overdue] = rows.filter(({ late }) => late > 0n)
  return {
    days: rows.map(({ day, count, cents, names, amounts }) => ({
      day,
      count,
      cents,
      biggest: names.map((name, at) => ({ name, cents: BigInt(amounts[at]!) })),
    })),
    overdue: { count: overdue?.late ?? 0n, cents: overdue?.lateCents ?? 0n },
  }
}

import 'server-only'
import { isDay, type Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { entityOn } from '@/lib/identity/settings/held-by'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Page } from '@/lib/core/keyset'
import type { BankFilters } from './filters'

export type UnknownEntry = {
  id: string
  day: Day
  amountCents: bigint
  memo: string
  accountEnd: string
  entityName: string
  /** Its text names the marketplace: money of it that no withdrawal accounts for. */
  namesPlatform: boolean
}

/** As banks write the marketplace and its payment institution; `b` is the entry. */
export const namesPlatform = Prisma.sql`(b.memo ILIKE '%shopee%' OR b.memo ILIKE '%shpp%')`

/** Money that came in and stands for no withdrawal. */
function matching(organizationId: string, { shop, from, to }: BankFilters): Prisma.Sql {
  const conditions = [
    Prisma.sql`b.organization_id = ${organizationId}::uuid AND b.amount_cents > 0`,
    Prisma.sql`NOT EXISTS (SELECT 1 FROM bank_match m WHERE m.organization_id = ${organizationId}::uuid AND m.entry_id = b.id)`,
  ]
  if (shop)
    conditions.push(Prisma.sql`b.legal_entity_id = (
      SELECT ${entityOn(Prisma.sql`s.legal_entity_id`, { outlet: Prisma.sql`s.id`, day: Prisma.sql`b.day` })}
      FROM shop s WHERE s.organization_id = ${organizationId}::uuid AND s.id = ${shop}::uuid)`)
  if (from) conditions.push(Prisma.sql`b.day >= ${from}::date`)
  if (to) conditions.push(Prisma.sql`b.day <= ${to}::date`)
  return Prisma.join(conditions, ' AND ')
}

/** Newest first. */
export async function listUnknownEntries(
  db: Db,
  organizationId: string,
  filters: BankFilters,
  { size }: { size: number },
): Promise<Page<UnknownEntry>> {
  const wanted = requestPage(filters, size, { isPlace: isDay })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, Prisma.sql`b.day`, Prisma.sql`b.id`, Prisma.sql`date`)
  const rows = await db.$queryRaw<UnknownEntry[]>`
    SELECT b.id, b.day::text AS day, b.amount_cents AS "amountCents", b.memo, b.account_end AS "accountEnd", ${namesPlatform} AS "namesPlatform",
      (SELECT e.name FROM legal_entity e WHERE e.organization_id = ${organizationId}::uuid AND e.id = b.legal_entity_id) AS "entityName"
    FROM bank_entry b WHERE ${matching(organizationId, filters)} ${beyond} ORDER BY b.day ${order}, b.id ${order} LIMIT ${size + 1}`
  return pageOf(wanted, rows, ({ day, id }) => ({ value: day, id }))
}

/** Only the entries that name the marketplace. */
export async function sumUnknownOfPlatform(db: Db, organizationId: string, filters: BankFilters) {
  const [row] = await db.$queryRaw<[{ count: number; cents: bigint }]>`
    SELECT count(*)::int AS count, coalesce(sum(b.amount_cents), 0)::bigint AS cents FROM bank_entry b
    WHERE ${matching(organizationId, filters)} AND ${namesPlatform}`
  return row
}

import 'server-only'
import { addDays, addMonths, isDay, type Day } from '@/lib/core/dates'
import type { Db, Reader } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import type { CaseState, DiscrepancyCause } from '@/lib/generated/prisma/enums'
import type { Page } from '@/lib/core/keyset'
import type { CaseFilters, CaseTab } from './filters'

export const SOON_DAYS = 7

export type CaseRow = {
  id: string
  version: number
  number: number
  shopName: string
  cause: DiscrepancyCause
  state: CaseState
  amountCents: bigint
  recoveredCents: bigint
  protocol: string | null
  ownerName: string | null
  deadline: Day
  orders: bigint
  firstCode: string | null
}

// Enums are compared as text: under row-level security no index answers for them either way, and a word unknown to the enum is no error.
const inTab: Record<CaseTab, Prisma.Sql> = {
  todo: Prisma.sql`c.closed_at IS NULL AND c.state::text = 'detected'`,
  waiting: Prisma.sql`c.closed_at IS NULL AND c.state::text <> 'detected'`,
  closed: Prisma.sql`c.closed_at IS NOT NULL`,
}

function matching(organizationId: string, filters: CaseFilters, today: Day): Prisma.Sql {
  const { q, state, cause, shop, owner, month, soon } = filters
  const conditions = [Prisma.sql`c.organization_id = ${organizationId}::uuid`]
  if (state) conditions.push(Prisma.sql`c.state::text = ${state}`)
  if (cause) conditions.push(Prisma.sql`c.cause::text = ${cause}`)
  if (shop) conditions.push(Prisma.sql`c.shop_id = ${shop}::uuid`)
  if (owner) conditions.push(Prisma.sql`c.owner_id = ${owner}::uuid`)
  if (month) {
    const start = (day: Day) => Prisma.sql`${day}::date::timestamp AT TIME ZONE (
      SELECT time_zone FROM organization WHERE organization_id = ${organizationId}::uuid)`
    conditions.push(Prisma.sql`c.opened_at >= ${start(month)} AND c.opened_at < ${start(addMonths(month, 1))}`)
  }
  if (soon) conditions.push(Prisma.sql`c.deadline <= ${addDays(today, SOON_DAYS)}::date`)
  if (q) conditions.push(named(organizationId, q))
  return Prisma.join(conditions, ' AND ')
}

/** By its own number, or by how its protocol or the code of an order in it begins. */
function named(organizationId: string, q: string): Prisma.Sql {
  const number = /^#?(\d{1,9})$/.exec(q)?.[1]
  const byNumber = number ? Prisma.sql`c.number = ${Number(number)}::int OR` : Prisma.empty
  const code = q.toUpperCase()
  return Prisma.sql`(${byNumber} starts_with(lower(c.protocol), ${q.toLowerCase()}) OR c.id IN (
    SELECT co.case_id FROM settlement s JOIN case_order co ON co.organization_id = ${organizationId}::uuid AND co.settlement_id = s.id
    WHERE s.organization_id = ${organizationId}::uuid AND s.external_code ~>=~ ${code} AND s.external_code ~<~ ${`${code}~`}))`
}

/** The next to expire come first; finished ones by their latest end. */
export async function listCases(
  db: Db,
  organizationId: string,
  filters: CaseFilters,
  { today, size }: { today: Day; size: number },
): Promise<Page<CaseRow>> {
  const wanted = requestPage(filters, size, { ascending: filters.tab !== 'closed', isPlace: isDay })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, Prisma.sql`c.deadline`, Prisma.sql`c.id`, Prisma.sql`date`)
  const rows = await db.$queryRaw<CaseRow[]>`
    SELECT c.id, c.version, c.number, s.name::text AS "shopName", c.cause, c.state, c.amount_cents AS "amountCents", c.recovered_cents AS "recoveredCents", c.protocol,
      (SELECT n.display_name FROM list_actor_names(ARRAY[c.owner_id]) n) AS "ownerName", c.deadline::text AS deadline,
      (SELECT count(*) FROM case_order o WHERE o.organization_id = ${organizationId}::uuid AND o.case_id = c.id) AS orders,
      (SELECT t.external_code FROM case_order o JOIN settlement t ON t.organization_id = ${organizationId}::uuid AND t.id = o.settlement_id
        WHERE o.organization_id = ${organizationId}::uuid AND o.case_id = c.id ORDER BY o.amount_cents DESC, o.settlement_id LIMIT 1) AS "firstCode"
    FROM recovery_case c JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = c.shop_id
    WHERE ${matching(organizationId, filters, today)} AND ${inTab[filters.tab]} ${beyond}
    ORDER BY c.deadline ${order}, c.id ${order} LIMIT ${size + 1}`
  return pageOf(wanted, rows, (row) => ({ value: row.deadline, id: row.id }))
}

export async function countCaseTabs(
  db: Db,
  organizationId: string,
  filters: CaseFilters,
  today: Day,
): Promise<Record<CaseTab, number>> {
  const [row] = await db.$queryRaw<[Record<CaseTab, bigint>]>`
    SELECT count(*) FILTER (WHERE ${inTab.todo}) AS todo, count(*) FILTER (WHERE ${inTab.waiting}) AS waiting,
      count(*) FILTER (WHERE ${inTab.closed}) AS closed
    FROM recovery_case c WHERE ${matching(organizationId, filters, today)}`
  return { todo: Number(row.todo), waiting: Number(row.waiting), closed: Number(row.closed) }
}

/** The cases that the list shows, with every filter of it: their number, and what they ask for and brought. */
export type ListedCases = { cases: number; askedCents: bigint; recoveredCents: bigint }

export async function sumListedCases(
  db: Db,
  organizationId: string,
  filters: CaseFilters,
  today: Day,
): Promise<ListedCases> {
  const [row] = await db.$queryRaw<[{ cases: bigint; askedCents: bigint; recoveredCents: bigint }]>`
    SELECT count(*) AS cases, coalesce(sum(c.amount_cents), 0)::bigint AS "askedCents",
      coalesce(sum(c.recovered_cents), 0)::bigint AS "recoveredCents"
    FROM recovery_case c WHERE ${matching(organizationId, filters, today)} AND ${inTab[filters.tab]}`
  return { ...row, cases: Number(row.cases) }
}

type Sum = { cases: number; cents: bigint }
/** `lost`: not filed in time. */
export type CaseTotals = Record<'todo' | 'pending' | 'recovered' | 'lost', Sum>

/** With every filter but the step of the work: each sum is of steps of its own. */
export async function sumCases(db: Db, organizationId: string, filters: CaseFilters, today: Day): Promise<CaseTotals> {
  const rows = await db.$queryRaw<{ state: CaseState; cases: bigint; asked: bigint; recovered: bigint }[]>`
    SELECT c.state, count(*) AS cases, sum(c.amount_cents)::bigint AS asked, sum(c.recovered_cents)::bigint AS recovered
    FROM recovery_case c WHERE ${matching(organizationId, { ...filters, state: null, soon: false }, today)} GROUP BY c.state`
  const sum = (states: CaseState[], cents: (row: (typeof rows)[number]) => bigint): Sum =>
    rows
      .filter(({ state }) => states.includes(state))
      .reduce((all, row) => ({ cases: all.cases + Number(row.cases), cents: all.cents + cents(row) }), {
        cases: 0,
        cents: 0n,
      })
  const claimedOf = (row: (typeof rows)[number]) => row.asked
  return {
    todo: sum(['detected'], claimedOf),
    pending: sum(['filed', 'in_review', 'approved'], claimedOf),
    recovered: sum(['paid'], (row) => row.recovered),
    lost: sum(['expired'], claimedOf),
  }
}

export type DueCases = { cases: number; cents: bigint; next: Day | null }

/** Cases that are still to be filed, and whose last day is no later than `until`. */
export async function sumDueCases(db: Reader, organizationId: string, until: Day): Promise<DueCases> {
  const [row] = await db.$queryRaw<[{ cases: bigint; cents: bigint; next: Day | null }]>`
    SELECT count(*) AS cases, coalesce(sum(amount_cents), 0)::bigint AS cents, min(deadline)::text AS next FROM recovery_case c
    WHERE c.organization_id = ${organizationId}::uuid AND ${inTab.todo} AND c.deadline <= ${until}::date`
  return { ...row, cases: Number(row.cases) }
}

/** Which of these days are the last one of a case that is still to be filed; the earliest first. */
export async function listCaseEnds(db: Db, organizationId: string, days: Day[]): Promise<Day[]> {
  const rows = await db.$queryRaw<{ day: Day }[]>`
    SELECT DISTINCT c.deadline::text AS day FROM recovery_case c
    WHERE c.organization_id = ${organizationId}::uuid AND ${inTab.todo} AND c.deadline = ANY (${days}::date[]) ORDER BY 1`
  return rows.map(({ day }) => day)
}

import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { entityOn } from '@/lib/identity/settings/held-by'
import { Prisma } from '@/lib/generated/prisma/client'
import { isInstant, type Page } from '@/lib/core/keyset'
import { isReturned } from './match-withdrawals'
import type { BankFilters } from './filters'

export type Withdrawal = {
  id: string
  at: Date
  shopId: string
  shopName: string
  /** The amount that left the wallet, positive. */
  amountCents: bigint
  feeCents: bigint
  withdrawalId: string | null
  isReturned: boolean
  entry: { id: string; day: Day; amountCents: bigint; memo: string; accountEnd: string; isByHand: boolean } | null
}
type Row = Omit<Withdrawal, 'entry'> & {
  entryId: string | null
  day: Day | null
  entryCents: bigint | null
  memo: string | null
  accountEnd: string | null
  isByHand: boolean
}

const isMatched = Prisma.sql`EXISTS (SELECT 1 FROM bank_match m WHERE m.organization_id = w.organization_id AND m.transaction_id = w.id)`

function matching(organizationId: string, { tab, shop, from, to }: BankFilters): Prisma.Sql {
  const conditions = [
    Prisma.sql`w.organization_id = ${organizationId}::uuid AND w.kind = 'withdrawal' AND w.kind <> 'payout' AND w.amount_cents <> 0`,
  ]
  if (shop) conditions.push(Prisma.sql`w.shop_id = ${shop}::uuid`)
  if (from) conditions.push(Prisma.sql`w.at >= (${from}::date - 1)::timestamptz AND w.local_day >= ${from}::date`)
  if (to) conditions.push(Prisma.sql`w.at < (${to}::date + 2)::timestamptz AND w.local_day <= ${to}::date`)
  if (tab === 'arrived') conditions.push(isMatched)
  if (tab === 'missing') conditions.push(Prisma.sql`NOT ${isMatched} AND NOT (${isReturned(organizationId)})`)
  return Prisma.join(conditions, ' AND ')
}

/** Newest first. */
export async function listWithdrawals(
  db: Db,
  organizationId: string,
  filters: BankFilters,
  { size }: { size: number },
): Promise<Page<Withdrawal>> {
  const wanted = requestPage(filters, size, { isPlace: isInstant })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, Prisma.sql`w.at`, Prisma.sql`w.id`, Prisma.sql`timestamptz`)
  const rows = await db.$queryRaw<Row[]>`
    WITH page AS MATERIALIZED (
      SELECT w.* FROM wallet_transaction w WHERE ${matching(organizationId, filters)} ${beyond} ORDER BY w.at ${order}, w.id ${order} LIMIT ${size + 1}
    )
    SELECT w.id, w.at, w.shop_id AS "shopId", s.name::text AS "shopName", -w.amount_cents AS "amountCents", w.fee_cents AS "feeCents",
      w.withdrawal_id AS "withdrawalId", (${isReturned(organizationId)}) AS "isReturned",
      e.id AS "entryId", e.day::text AS day, e.amount_cents AS "entryCents", e.memo, e.account_end AS "accountEnd", m.matched_by IS NOT NULL AS "isByHand"
    FROM page w JOIN shop s ON s.organization_id = w.organization_id AND s.id = w.shop_id
    LEFT JOIN bank_match m ON m.organization_id = w.organization_id AND m.transaction_id = w.id
    LEFT JOIN bank_entry e ON e.organization_id = m.organization_id AND e.id = m.entry_id
    ORDER BY w.at ${order}, w.id ${order}`
  const page = pageOf(wanted, rows, ({ at, id }) => ({
    value: at.toISOString(),
    id,
  }))
  return {
    ...page,
    rows: page.rows.map(({ entryId, day, entryCents, memo, accountEnd, isByHand, ...row }) => ({
      ...row,
      entry:
        entryId === null
          ? null
          : { id: entryId, day: day!, amountCents: entryCents!, memo: memo!, accountEnd: accountEnd!, isByHand },
    })),
  }
}

export type BankSums = { withdrawnCents: bigint; arrivedCents: bigint; missingCents: bigint; missing: number }

/** The withdrawals of the period, the part seen at a bank, and the rest; returned ones do not count. */
export async function sumWithdrawals(db: Db, organizationId: string, filters: BankFilters): Promise<BankSums> {
  const [row] = await db.$queryRaw<[BankSums]>`
    SELECT coalesce(-sum(w.amount_cents), 0)::bigint AS "withdrawnCents",
      coalesce(-sum(w.amount_cents) FILTER (WHERE w.matched), 0)::bigint AS "arrivedCents",
      coalesce(-sum(w.amount_cents) FILTER (WHERE NOT w.matched), 0)::bigint AS "missingCents", (count(*) FILTER (WHERE NOT w.matched))::int AS missing
    FROM (SELECT w.amount_cents, ${isMatched} AS matched FROM wallet_transaction w
      WHERE ${matching(organizationId, { ...filters, tab: 'all' })} AND NOT (${isReturned(organizationId)})) w`
  return row
}

export type Candidate = {
  transactionId: string
  id: string
  day: Day
  amountCents: bigint
  memo: string
  accountEnd: string
}
const candidatesShown = 8
const earlierDays = 3
const laterDays = 30

/** Entries that each of these withdrawals may have arrived as: of the same legal entity, near it in time, the nearest in amount first. */
export const listCandidates = (
  db: Db,
  organizationId: string,
  transactionIds: readonly string[],
): Promise<Candidate[]> =>
  db.$queryRaw<Candidate[]>`
    SELECT w.id AS "transactionId", e.id, e.day::text AS day, e.amount_cents AS "amountCents", e.memo, e.account_end AS "accountEnd"
    FROM wallet_transaction w JOIN shop s ON s.organization_id = w.organization_id AND s.id = w.shop_id
    CROSS JOIN LATERAL (
      SELECT b.* FROM bank_entry b WHERE b.organization_id = w.organization_id AND b.legal_entity_id = ${entityOn(Prisma.sql`s.legal_entity_id`, { outlet: Prisma.sql`s.id`, day: Prisma.sql`w.local_day` })} AND b.amount_cents > 0
        AND b.day BETWEEN w.local_day - ${earlierDays}::int AND w.local_day + ${laterDays}::int
        AND NOT EXISTS (SELECT 1 FROM bank_match m WHERE m.organization_id = b.organization_id AND m.entry_id = b.id)
      ORDER BY abs(b.amount_cents + w.amount_cents), abs(b.day - w.local_day), b.id LIMIT ${candidatesShown}) e
    WHERE w.organization_id = ${organizationId}::uuid AND w.id = ANY (${[...transactionIds]}::uuid[])
    ORDER BY w.id, abs(e.amount_cents + w.amount_cents), e.day, e.id`

/** Whether any statement is here at all. */
export async function hasStatements(db: Db, organizationId: string): Promise<boolean> {
  return (await db.bankEntry.findFirst({ where: { organizationId }, select: { id: true } })) !== null
}

import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import type { CaseState, DiscrepancyCause, SettlementState } from '@/lib/generated/prisma/enums'
import { returnedOf } from './missing'

export type CaseOrderView = {
  settlementId: string
  orderId: string | null
  code: string
  day: Day
  state: SettlementState
  expectedCents: bigint | null
  /** The paid amount so far, with later corrections; null until there is one. */
  paidCents: bigint | null
  differenceCents: bigint
  /** The claimed amount; negative: overpaid, and accepted. */
  askedCents: bigint
  /** The part that has come back since. */
  returnedCents: bigint
  /** The facts behind the cause; empty once it explains nothing any more. */
  facts: unknown
}
export type CaseEventView = { id: string; at: Date; by: string | null; state: CaseState | null; text: string | null }
export type CaseFileView = { fileId: string; name: string; createdAt: Date }

export type StoredCaseView = {
  id: string
  version: number
  number: number
  shopId: string
  shopName: string
  cause: DiscrepancyCause
  state: CaseState
  amountCents: bigint
  recoveredCents: bigint
  protocol: string | null
  ownerId: string | null
  ownerName: string | null
  deadline: Day
  reason: string
  openedAt: Date
  openedBy: string | null
  closedAt: Date | null
}

export async function getCase(db: Db, organizationId: string, id: string): Promise<StoredCaseView | null> {
  const rows = await db.$queryRaw<StoredCaseView[]>`
    SELECT c.id, c.version, c.number, c.shop_id AS "shopId", s.name::text AS "shopName", c.cause, c.state, c.amount_cents AS "amountCents",
      c.recovered_cents AS "recoveredCents", c.protocol, c.owner_id AS "ownerId", c.deadline::text AS deadline, c.reason, c.opened_at AS "openedAt",
      c.closed_at AS "closedAt", (SELECT n.display_name FROM list_actor_names(ARRAY[c.owner_id]) n) AS "ownerName",
      (SELECT n.display_name FROM list_actor_names(ARRAY[c.opened_by]) n) AS "openedBy"
    FROM recovery_case c JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = c.shop_id
    WHERE c.organization_id = ${organizationId}::uuid AND c.id = ${id}::uuid`
  return rows[0] ?? null
}

type OrderRow = Omit<CaseOrderView, 'returnedCents'> & { explainedCents: bigint | null }

export async function listCaseOrders(db: Db, organizationId: string, caseId: string): Promise<CaseOrderView[]> {
  const rows = await db.$queryRaw<OrderRow[]>`
    SELECT s.id AS "settlementId", s.order_id AS "orderId", s.external_code AS code, s.local_day::text AS day, s.state, s.expected_cents AS "expectedCents",
      CASE WHEN s.released_cents IS NOT NULL OR s.adjusted_cents <> 0 THEN coalesce(s.released_cents, 0) + s.adjusted_cents END AS "paidCents",
      s.difference_cents AS "differenceCents", o.amount_cents AS "askedCents", CASE WHEN o.cause = 'unexplained' THEN s.difference_cents ELSE d.amount_cents END AS "explainedCents", coalesce(d.facts, '{}') AS facts
    FROM case_order o JOIN settlement s ON s.organization_id = ${organizationId}::uuid AND s.id = o.settlement_id
    LEFT JOIN discrepancy d ON d.organization_id = ${organizationId}::uuid AND d.settlement_id = s.id AND d.cause = o.cause
    WHERE o.organization_id = ${organizationId}::uuid AND o.case_id = ${caseId}::uuid ORDER BY o.amount_cents DESC, s.id`
  return rows.map(({ explainedCents, ...row }) => ({
    ...row,
    returnedCents: returnedOf(row.askedCents, {
      amountCents: explainedCents,
      differenceCents: row.differenceCents,
    }),
  }))
}

/** The newest first. */
export const listCaseEvents = (db: Db, organizationId: string, caseId: string): Promise<CaseEventView[]> =>
  db.$queryRaw<CaseEventView[]>`
    SELECT e.id, e.at, (SELECT n.display_name FROM list_actor_names(ARRAY[e.by]) n) AS by, e.state, e.text FROM case_event e
    WHERE e.organization_id = ${organizationId}::uuid AND e.case_id = ${caseId}::uuid ORDER BY e.at DESC, e.id DESC`

export const listCaseFiles = (db: Db, organizationId: string, caseId: string): Promise<CaseFileView[]> =>
  db.$queryRaw<CaseFileView[]>`
    SELECT c.file_id AS "fileId", f.name, f.created_at AS "createdAt" FROM case_file c
    JOIN stored_file f ON f.organization_id = ${organizationId}::uuid AND f.id = c.file_id
    WHERE c.organization_id = ${organizationId}::uuid AND c.case_id = ${caseId}::uuid ORDER BY f.created_at, f.id`

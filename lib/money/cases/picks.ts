import 'server-only'
import { absolute } from '@/lib/core/big-int'
import { localDay, type Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import type { CaseState, DiscrepancyCause } from '@/lib/generated/prisma/enums'
import { claimedSql } from './claimed'
import { fileBy } from './deadlines'
import { claimableOf, missingOf, surplusOf } from './missing'

/** Why a difference cannot be taken up with the marketplace; a surplus can still be accepted. */
export type Refusal = 'unconfirmed' | 'surplus' | 'inCase' | 'nothing'

/** A part of an order's difference that can be chosen. */
export type DifferencePick = {
  settlementId: string
  code: string
  shopId: string
  shopName: string
  /** Null where nothing differs. */
  cause: DiscrepancyCause | null
  /** The missing amount of the cause; negative: overpaid. */
  amountCents: bigint
  /** The last day of the usual window. */
  fileBy: Day | null
  refusal: Refusal | null
  /** The case that it is in already. */
  caseId: string | null
  caseState: CaseState | null
  facts: unknown
}

type Row = {
  settlementId: string
  code: string
  shopId: string
  shopName: string
  day: Day
  dueOn: Day | null
  releasedAt: Date | null
  differenceCents: bigint
  cause: DiscrepancyCause | null
  causeCents: bigint | null
  isUnconfirmed: boolean | null
  askedCents: bigint
  caseId: string | null
  caseState: CaseState | null
  facts: unknown
}

/** The cause of each order with the largest claim, those that can become a case first. */
export async function listPicks(
  db: Db,
  organizationId: string,
  settlementIds: readonly string[],
  timeZone: string,
): Promise<DifferencePick[]> {
  if (settlementIds.length === 0) return []
  const rows = await db.$queryRaw<Row[]>`
    SELECT s.id AS "settlementId", s.external_code AS code, s.shop_id AS "shopId", p.name::text AS "shopName", s.local_day::text AS day,
      s.due_on::text AS "dueOn", s.released_at AS "releasedAt", s.difference_cents AS "differenceCents", d.cause, d.amount_cents AS "causeCents",
      d.is_unconfirmed AS "isUnconfirmed", c.case_id AS "caseId", k.state AS "caseState", coalesce(d.facts, '{}') AS facts,
      ${claimedSql(organizationId)} AS "askedCents"
    FROM settlement s JOIN shop p ON p.organization_id = ${organizationId}::uuid AND p.id = s.shop_id
    LEFT JOIN LATERAL (
      SELECT f.cause, f.amount_cents, f.is_unconfirmed, f.facts FROM discrepancy f WHERE f.organization_id = ${organizationId}::uuid AND f.settlement_id = s.id
      UNION ALL SELECT 'unexplained', s.unexplained_cents, NOT s.rule_confirmed, '{}' WHERE s.unexplained_cents <> 0) d ON true
    LEFT JOIN case_order c ON c.organization_id = ${organizationId}::uuid AND c.settlement_id = s.id AND c.cause = d.cause
    LEFT JOIN recovery_case k ON k.organization_id = ${organizationId}::uuid AND k.id = c.case_id
    WHERE s.organization_id = ${organizationId}::uuid AND s.id = ANY (${settlementIds}::uuid[])
    ORDER BY s.id, d.cause`
  const best = new Map<string, DifferencePick>()
  for (const row of rows) {
    const pick = asPick(row, timeZone)
    const known = best.get(row.settlementId)
    if (!known || isBetter(pick, known)) best.set(row.settlementId, pick)
  }
  return settlementIds.flatMap((id) => best.get(id) ?? [])
}

const refusals: readonly (Refusal | null)[] = [null, 'unconfirmed', 'surplus', 'inCase', 'nothing']

function isBetter(one: DifferencePick, other: DifferencePick): boolean {
  const [place, known] = [refusals.indexOf(one.refusal), refusals.indexOf(other.refusal)]
  return place === known ? absolute(one.amountCents) > absolute(other.amountCents) : place < known
}

function asPick(row: Row, timeZone: string): DifferencePick {
  const { settlementId, code, shopId, shopName, cause, caseId, caseState, facts } = row
  const difference = { amountCents: row.causeCents, differenceCents: row.differenceCents }
  const missing = caseId ? missingOf(difference) : claimableOf(difference, row.askedCents)
  const amountCents = missing || -surplusOf(difference)
  const paidOn = row.releasedAt && localDay(row.releasedAt, timeZone)
  return {
    settlementId,
    code,
    shopId,
    shopName,
    cause,
    amountCents,
    caseId,
    caseState,
    facts,
    fileBy: cause && fileBy(cause, { day: row.day, dueOn: row.dueOn, paidOn }),
    refusal: refusalOf(row, amountCents),
  }
}

function refusalOf({ cause, caseId, isUnconfirmed }: Row, amountCents: bigint): Refusal | null {
  if (caseId) return 'inCase'
  if (!cause || amountCents === 0n) return 'nothing'
  if (amountCents < 0n) return 'surplus'
  return isUnconfirmed ? 'unconfirmed' : null
}

import 'server-only'
import { absolute } from '@/lib/core/big-int'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import type { PayoutSource, ReturnKind, ReturnState, WalletKind } from '@/lib/generated/prisma/enums'
import { readContext, readFacts } from './facts'
import { settlementColumns, type SettlementRow } from './queries'
import { settle } from './settle'
import type { SettledCause, SettlementLine } from './settlement-facts'

export type SettlementView = SettlementRow & {
  explainedCents: bigint
  deliveredOn: Day | null
  rule: { id: string; name: string; isConfirmed: boolean } | null
  causes: SettledCause[]
  /** As the rule and what was charged stand now. */
  lines: SettlementLine[]
  releases: { source: PayoutSource; key: string; cents: bigint; at: Date }[]
  wallet: { id: string; kind: WalletKind; cents: bigint; at: Date }[]
  returns: { id: string; kind: ReturnKind; state: ReturnState; refundCents: bigint | null; receivedAt: Date | null }[]
  asOf: Date
}

type SettlementDetail = Omit<SettlementRow, 'shopName'> & {
  shopName: string
  explainedCents: bigint
  ruleId: string | null
  ruleName: string | null
  ruleConfirmed: boolean
  asOf: Date
}
type Now = { timeZone: string; today: Day }

/** One order's settlement with all that speaks for it; null where there is none that the reader may see. */
export async function getSettlementView(
  db: Db,
  organizationId: string,
  id: string,
  { timeZone, today }: Now,
): Promise<SettlementView | null> {
  const [match] = await db.$queryRaw<SettlementDetail[]>`
    SELECT ${settlementColumns}, s.explained_cents AS "explainedCents", s.rule_id AS "ruleId", r.name AS "ruleName", s.rule_confirmed AS "ruleConfirmed",
      s.as_of AS "asOf", p.name::text AS "shopName"
    FROM settlement s JOIN shop p ON p.organization_id = ${organizationId}::uuid AND p.id = s.shop_id
    LEFT JOIN fee_rule r ON r.organization_id = ${organizationId}::uuid AND r.id = s.rule_id
    WHERE s.organization_id = ${organizationId}::uuid AND s.id = ${id}::uuid`
  if (!match) return null
  const { ruleId, ruleName, ruleConfirmed, ...row } = match
  const causes = await db.discrepancy.findMany({
    where: { organizationId, settlementId: id },
    select: { cause: true, amountCents: true, isUnconfirmed: true, facts: true },
  })
  const context = await readContext(db, organizationId, today)
  const [read] = await readFacts(db, context, [{ shopId: row.shopId, code: row.code }], timeZone)
  const wallet = await db.walletTransaction.findMany({
    where: { organizationId, shopId: row.shopId, externalCode: row.code },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    select: { id: true, kind: true, amountCents: true, at: true },
  })
  const returns = row.orderId
    ? await db.orderReturn.findMany({
        where: { organizationId, orderId: row.orderId },
        orderBy: { openedAt: 'asc' },
        select: { id: true, kind: true, state: true, refundCents: true, receivedAt: true },
      })
    : []
  const size = ({ amountCents }: { amountCents: bigint }) => absolute(amountCents)
  return {
    ...row,
    deliveredOn: read?.facts.order?.deliveredOn ?? null,
    rule: ruleId && ruleName ? { id: ruleId, name: ruleName, isConfirmed: ruleConfirmed } : null,
    causes: causes
      .map(({ facts, ...cause }) => ({ ...cause, facts: facts as SettledCause['facts'] }))
      .toSorted((a, b) => (size(a) < size(b) ? 1 : -1)),
    lines: (read && settle(read.facts)?.lines) ?? [],
    releases: (read?.facts.releases ?? []).map(({ source, key, cents, at }) => ({ source, key, cents, at })),
    wallet: wallet.map(({ amountCents, ...entry }) => ({ ...entry, cents: amountCents })),
    returns,
  }
}

import 'server-only'
import type { Db } from '@/lib/core/db'
import { settleCodes } from '@/lib/money/reconciliation/reconcile-orders'

const SHOWN_ROWS = 20
/** Orders settled again, of however many there are. */
const SAMPLE = 1000

type Difference = { check: string; at: Record<string, string>; off: Record<string, string> }

/** Each settlement against its causes, and a sample against what is found now. */
export async function verifySettlements(db: Db, organizationId: string, now = new Date()): Promise<Difference[]> {
  const explained = await db.$queryRaw<{ code: string; off: string }[]>`
    SELECT s.external_code AS code, (s.explained_cents - coalesce(c.cents, 0))::text AS off
    FROM settlement s LEFT JOIN (
      SELECT settlement_id, sum(amount_cents) AS cents FROM discrepancy WHERE organization_id = ${organizationId}::uuid GROUP BY 1) c ON c.settlement_id = s.id
    WHERE s.organization_id = ${organizationId}::uuid AND s.explained_cents <> coalesce(c.cents, 0) LIMIT ${SHOWN_ROWS}`
  const sums = explained.map(({ code, off }) => ({ check: 'settlement', at: { code }, off: { explained_cents: off } }))
  return [...sums, ...(await verifySample(db, organizationId, now))]
}

/**
 * Only paid orders whose facts have not changed since. An order that waits for its payout also depends on the day and
 * on payouts of others: the night's pass brings it up to date.
 */
async function verifySample(db: Db, organizationId: string, now: Date): Promise<Difference[]> {
  const kept = await db.$queryRaw<{ shopId: string; code: string; hash: string }[]>`
    SELECT s.shop_id AS "shopId", s.external_code AS code, encode(s.hash, 'hex') AS hash FROM settlement s
    WHERE s.organization_id = ${organizationId}::uuid AND s.state NOT IN ('to_release', 'partly_released', 'late', 'unknown_there') AND NOT EXISTS (
      SELECT 1 FROM reconcile_due d WHERE d.organization_id = ${organizationId}::uuid AND d.shop_id = s.shop_id AND d.external_code = s.external_code)
      AND NOT EXISTS (
        SELECT 1 FROM reconcile_span p WHERE p.organization_id = ${organizationId}::uuid AND p.shop_id = s.shop_id AND s.local_day BETWEEN p.from_day AND p.to_day)
    ORDER BY md5(s.id::text) LIMIT ${SAMPLE}`
  if (kept.length === 0) return []
  const result = await settleCodes(db, organizationId, kept, now)
  const hashes = new Map(result.map(({ shop, code, hash }) => [`${shop} ${code}`, hash]))
  return kept
    .filter(({ shopId, code, hash }) => hashes.get(`${shopId} ${code}`) !== hash)
    .slice(0, SHOWN_ROWS)
    .map(({ shopId, code }) => ({ check: 'settled', at: { shop_id: shopId, code }, off: { row: '1' } }))
}

import 'server-only'
import { localRange, type DayRange } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Cents } from '@/lib/core/money'
import { againstPieces, type AgainstPiece } from './against-pieces'
import { payoutKinds } from './kinds'

/** For an order: one line, for a movement without one: its own. */
export type AgainstSum = { piece: AgainstPiece; count: number; cents: Cents }
export type AgainstRow = {
  code: string
  shopName: string
  settlementId: string | null
  walletCents: Cents
  ordersCents: Cents
}
/** wallet − orders = the sum of the pieces, always. */
export type AgainstOrders = { walletCents: Cents; ordersCents: Cents; pieces: AgainstSum[] }

type Scope = { organizationId: string; timeZone: string }
type WalletQuery = { range: DayRange; shop: string | null }

/**
 * By code, of shops whose wallet is known and within the days that it covers. A difference within the days is compared
 * with all movements of the order, so that an advance before them is distinguished from an amount that does not agree.
 */
function codesOf({ organizationId, timeZone }: Scope, { range, shop }: WalletQuery): Prisma.Sql {
  const { start, end } = localRange(range, timeZone)
  const kinds = Prisma.sql`${[...payoutKinds]}::"WalletKind"[]`
  const ofWallet = Prisma.sql`SELECT t.at FROM wallet_transaction t WHERE t.organization_id = ${organizationId}::uuid AND t.shop_id = h.id`
  return Prisma.sql`
    covered AS MATERIALIZED (
      SELECT h.id AS shop_id, h.name::text AS shop_name, (${ofWallet} ORDER BY t.at LIMIT 1) AS since, (${ofWallet} ORDER BY t.at DESC LIMIT 1) AS until
      FROM shop h WHERE h.organization_id = ${organizationId}::uuid ${shop ? Prisma.sql`AND h.id = ${shop}::uuid` : Prisma.empty}
    ), released AS (
      SELECT w.shop_id, w.external_code AS code, w.amount_cents AS wallet, 0::bigint AS orders FROM wallet_transaction w
      WHERE w.organization_id = ${organizationId}::uuid AND w.at >= ${start}::timestamptz AND w.at < ${end}::timestamptz AND w.kind = ANY (${kinds})
        AND w.shop_id = ANY (ARRAY(SELECT shop_id FROM covered))
      UNION ALL
      SELECT s.shop_id, s.external_code, 0, s.released_cents FROM settlement s JOIN covered c ON c.shop_id = s.shop_id
      WHERE s.organization_id = ${organizationId}::uuid AND s.released_at >= ${start}::timestamptz AND s.released_at < ${end}::timestamptz
        AND s.released_at IS NOT NULL AND s.order_id IS NOT NULL AND s.released_at BETWEEN c.since AND c.until
    ), code AS MATERIALIZED (
      SELECT shop_id, code, sum(wallet)::bigint AS wallet, sum(orders)::bigint AS orders, count(*)::int AS entries FROM released GROUP BY 1, 2
    ), judged AS MATERIALIZED (
      SELECT c.shop_id, c.code, c.wallet, c.orders, c.entries, s.id AS settlement_id,
        CASE WHEN c.code IS NULL THEN 'unnamed' WHEN s.id IS NULL THEN 'unknown' WHEN m.moved IS NULL THEN 'missing'
          WHEN m.moved = coalesce(s.released_cents, 0) THEN 'elsewhen' WHEN m.moved + m.fees = s.released_cents THEN 'fee' ELSE 'differs' END AS piece
      FROM code c
      LEFT JOIN settlement s ON s.organization_id = ${organizationId}::uuid AND s.shop_id = c.shop_id AND s.external_code = c.code AND s.order_id IS NOT NULL
      LEFT JOIN LATERAL (SELECT sum(w.amount_cents)::bigint AS moved, sum(w.fee_cents)::bigint AS fees FROM wallet_transaction w
        WHERE w.organization_id = ${organizationId}::uuid AND w.shop_id = c.shop_id AND w.external_code = c.code AND w.kind = ANY (${kinds})) m ON true
      WHERE c.wallet <> c.orders OR c.code IS NULL
    )`
}

/** The payouts of the wallet against what the orders of the same days were released. */
export async function sumAgainstOrders(db: Db, scope: Scope, query: WalletQuery): Promise<AgainstOrders> {
  const [row] = await db.$queryRaw<
    [{ walletCents: Cents; ordersCents: Cents; pieces: [AgainstPiece, number, string][] }]
  >`
    WITH ${codesOf(scope, query)}
    SELECT coalesce(sum(wallet), 0)::bigint AS "walletCents", coalesce(sum(orders), 0)::bigint AS "ordersCents",
      (SELECT coalesce(json_agg(json_build_array(piece, count, cents::text)), '[]') FROM (
        SELECT piece, CASE WHEN piece = 'unnamed' THEN sum(entries) ELSE count(*) END::int AS count, sum(wallet - orders)::bigint AS cents
        FROM judged GROUP BY piece) p) AS pieces
    FROM code`
  const matches = row.pieces.map(([piece, count, cents]) => ({ piece, count, cents: BigInt(cents) }))
  return { ...row, pieces: againstPieces.flatMap((piece) => matches.filter((each) => each.piece === piece)) }
}

/** The orders of a piece, the largest difference first. Movements that name no order stand in the ledger. */
export const listAgainstOrders = (
  db: Db,
  scope: Scope,
  { piece, size, ...query }: WalletQuery & { piece: AgainstPiece; size: number },
): Promise<AgainstRow[]> => db.$queryRaw<AgainstRow[]>`
  WITH ${codesOf(scope, query)}
  SELECT j.code, c.shop_name AS "shopName", j.settlement_id AS "settlementId", j.wallet AS "walletCents", j.orders AS "ordersCents"
  FROM judged j JOIN covered c ON c.shop_id = j.shop_id WHERE j.piece = ${piece} AND j.code IS NOT NULL
  ORDER BY abs(j.wallet - j.orders) DESC, j.code LIMIT ${size}`

import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db, Reader } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import type { PayoutSource, WalletKind } from '@/lib/generated/prisma/enums'
import { isInstant, type Page } from '@/lib/core/keyset'
import { kindsOf, type WalletFilters } from './filters'

export type WalletRow = {
  id: string
  at: Date
  shopId: string
  shopName: string
  kind: WalletKind
  type: string
  status: string | null
  amountCents: bigint
  balanceCents: bigint | null
  feeCents: bigint
  orderId: string | null
  orderCode: string | null
  refundNumber: string | null
  withdrawalId: string | null
  reason: string | null
  description: string | null
  source: PayoutSource
  /** The bank statement's entry that a withdrawal arrived as. */
  bankEntryId: string | null
}
type Conditions = Pick<WalletFilters, 'from' | 'to' | 'shop' | 'kind' | 'direction' | 'unnamed' | 'q'>

/** `w` is a movement of the organization's wallets. Movements that are no payout are few, and stand in an index of their own. */
function matching(organizationId: string, { from, to, shop, kind, direction, unnamed, q }: Conditions): Prisma.Sql {
  const conditions = [Prisma.sql`w.organization_id = ${organizationId}::uuid`]
  if (from) conditions.push(Prisma.sql`w.at >= (${from}::date - 1)::timestamptz AND w.local_day >= ${from}::date`)
  if (to) conditions.push(Prisma.sql`w.at < (${to}::date + 2)::timestamptz AND w.local_day <= ${to}::date`)
  if (shop) conditions.push(Prisma.sql`w.shop_id = ${shop}::uuid`)
  if (kind) conditions.push(Prisma.sql`w.kind = ANY (${[...kindsOf(kind)]}::"WalletKind"[])`)
  if (kind && !kindsOf(kind).includes('payout')) conditions.push(Prisma.sql`w.kind <> 'payout'`)
  if (direction) conditions.push(direction === 'in' ? Prisma.sql`w.amount_cents > 0` : Prisma.sql`w.amount_cents < 0`)
  if (unnamed) conditions.push(Prisma.sql`w.external_code IS NULL`)
  if (q) conditions.push(Prisma.sql`w.external_code ~>=~ ${q} AND w.external_code ~<~ ${`${q}~`}`)
  return Prisma.join(conditions, ' AND ')
}

/** Newest first; of one moment as they were read. */
export async function listWallet(
  db: Db,
  organizationId: string,
  filters: WalletFilters,
  { size }: { size: number },
): Promise<Page<WalletRow>> {
  const wanted = requestPage(filters, size, { isPlace: isInstant })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, Prisma.sql`w.at`, Prisma.sql`w.id`, Prisma.sql`timestamptz`)
  const rows = await db.$queryRaw<WalletRow[]>`
    WITH page AS MATERIALIZED (
      SELECT w.* FROM wallet_transaction w WHERE ${matching(organizationId, filters)} ${beyond} ORDER BY w.at ${order}, w.id ${order} LIMIT ${size + 1}
    )
    SELECT w.id, w.at, w.shop_id AS "shopId", s.name::text AS "shopName", w.kind, w.type, w.status, w.amount_cents AS "amountCents",
      w.balance_cents AS "balanceCents", w.fee_cents AS "feeCents", w.external_code AS "orderCode", w.refund_number AS "refundNumber",
      w.withdrawal_id AS "withdrawalId", w.reason, w.description, w.source,
      (SELECT o.id FROM orders o WHERE o.organization_id = w.organization_id AND o.platform = 'shopee' AND o.shop_id = w.shop_id
        AND o.external_code = w.external_code) AS "orderId",
      (SELECT m.entry_id FROM bank_match m WHERE m.organization_id = w.organization_id AND m.transaction_id = w.id) AS "bankEntryId"
    FROM page w JOIN shop s ON s.organization_id = w.organization_id AND s.id = w.shop_id
    ORDER BY w.at ${order}, w.id ${order}`
  return pageOf(wanted, rows, ({ at, id }) => ({
    value: at.toISOString(),
    id,
  }))
}

export type WalletSum = { kind: WalletKind; movements: number; inCents: bigint; outCents: bigint }

/** By kind, from the totals by day: of any period as many rows as days. `outCents` is zero or less. */
export function sumWallet(
  db: Db,
  organizationId: string,
  { from, to, shop }: { from: Day | null; to: Day | null; shop?: string | null },
): Promise<WalletSum[]> {
  return db.$queryRaw<WalletSum[]>`
    SELECT d.kind, sum(d.movements)::int AS movements, sum(d.in_cents)::bigint AS "inCents", sum(d.out_cents)::bigint AS "outCents"
    FROM wallet_day d WHERE d.organization_id = ${organizationId}::uuid AND d.day >= coalesce(${from}::date, '-infinity')
      AND d.day <= coalesce(${to}::date, 'infinity') AND (${shop ?? null}::uuid IS NULL OR d.shop_id = ${shop ?? null}::uuid)
    GROUP BY d.kind HAVING sum(d.movements) <> 0 ORDER BY d.kind`
}

/** How many movements a filter matches: exact from the days' totals where no code or direction narrows it. */
export async function countWallet(db: Db, organizationId: string, filters: WalletFilters): Promise<bigint> {
  if (filters.q === '' && !filters.direction && !filters.unnamed) {
    const sums = await sumWallet(db, organizationId, filters)
    return BigInt(
      sums.reduce(
        (all, { kind, movements }) => (!filters.kind || kindsOf(filters.kind).includes(kind) ? all + movements : all),
        0,
      ),
    )
  }
  const [row] = await db.$queryRaw<[{ count: bigint }]>`
    SELECT count(*) FROM wallet_transaction w WHERE ${matching(organizationId, filters)}`
  return row.count
}

/** Where the running balance does not follow: the movement, what the balance before it and its amount make, and what it says. */
export type BalanceGap = { shopId: string; at: Date; id: string; missingCents: bigint }
export type ShopBalance = {
  shopId: string
  shopName: string
  balanceCents: bigint | null
  at: Date | null
  /** Movements whose balance follows from none of their neighbours, the newest first; at most `GAPS_SHOWN`. */
  gaps: BalanceGap[]
}

export const GAPS_SHOWN = 20
/** So far back the running balance is followed. */
const FOLLOWED = 5_000

/** The latest balance of each shop with a wallet. */
export async function listBalances(db: Reader, organizationId: string): Promise<Omit<ShopBalance, 'gaps'>[]> {
  const shops = await db.$queryRaw<Omit<ShopBalance, 'gaps'>[]>`
    SELECT s.id AS "shopId", s.name::text AS "shopName", w.balance_cents AS "balanceCents", w.at FROM shop s
    CROSS JOIN LATERAL (
      SELECT t.balance_cents, t.at, t.id FROM wallet_transaction t
      WHERE t.organization_id = ${organizationId}::uuid AND t.shop_id = s.id ORDER BY t.at DESC, t.id DESC LIMIT 1) w
    WHERE s.organization_id = ${organizationId}::uuid ORDER BY s.name, s.id`
  const balances: Omit<ShopBalance, 'gaps'>[] = []
  for (const shop of shops) balances.push({ ...shop, ...(await getLatest(db, organizationId, shop.shopId)) })
  return balances
}

/** As listBalances, and where the ledger leaves something out. */
export async function getBalances(db: Db, organizationId: string): Promise<ShopBalance[]> {
  const balances: ShopBalance[] = []
  for (const shop of await listBalances(db, organizationId))
    balances.push({ ...shop, gaps: await listGaps(db, organizationId, shop.shopId) })
  return balances
}

type Link = { id: string; at: Date; amountCents: bigint; balanceCents: bigint }

/** The latest of movements of one moment is the one whose balance none of the others starts from. */
async function getLatest(db: Reader, organizationId: string, shopId: string) {
  const rows = await db.$queryRaw<Link[]>`
    SELECT w.id, w.at, w.amount_cents AS "amountCents", w.balance_cents AS "balanceCents" FROM wallet_transaction w
    WHERE w.organization_id = ${organizationId}::uuid AND w.shop_id = ${shopId}::uuid AND w.balance_cents IS NOT NULL AND w.minute = (
      SELECT max(t.minute) FROM (SELECT minute FROM wallet_transaction WHERE organization_id = ${organizationId}::uuid AND shop_id = ${shopId}::uuid
        AND balance_cents IS NOT NULL ORDER BY at DESC, id DESC LIMIT 1) t)
    ORDER BY w.at DESC, w.id DESC LIMIT 500`
  const starts = new Map<bigint, number>()
  for (const { amountCents, balanceCents } of rows) {
    const start = balanceCents - amountCents
    starts.set(start, (starts.get(start) ?? 0) + 1)
  }
  const last = rows.find(({ balanceCents }) => !starts.has(balanceCents)) ?? rows[0]
  return last ? { balanceCents: last.balanceCents, at: last.at } : {}
}

/**
 * Balances are held against each other minute by minute, since movements of one minute have no order: all that starts and all that
 * ends within a minute cancel out but for where the minute began and where it ended.
 */
async function listGaps(db: Db, organizationId: string, shopId: string): Promise<BalanceGap[]> {
  const rows = await db.$queryRaw<{ id: string; at: Date; missingCents: bigint }[]>`
    WITH moved AS (
      SELECT w.minute, w.id, w.amount_cents, w.balance_cents FROM wallet_transaction w
      WHERE w.organization_id = ${organizationId}::uuid AND w.shop_id = ${shopId}::uuid AND w.balance_cents IS NOT NULL
      ORDER BY w.at DESC, w.id DESC LIMIT ${FOLLOWED}
    ), edge AS (
      SELECT minute, balance, sum(sign)::int AS over, min(id::text) AS id FROM (
        SELECT minute, balance_cents AS balance, 1 AS sign, id FROM moved
        UNION ALL SELECT minute, balance_cents - amount_cents, -1, id FROM moved) e
      GROUP BY 1, 2 HAVING sum(sign) <> 0
    ), minutes AS (
      SELECT minute, min(id)::uuid AS id, min(balance) FILTER (WHERE over < 0) AS began, min(balance) FILTER (WHERE over > 0) AS ended FROM edge GROUP BY 1
    ), followed AS (
      SELECT minute, id, began - lag(ended) OVER (ORDER BY minute) AS missing FROM minutes
    )
    SELECT id, minute AS at, missing::bigint AS "missingCents" FROM followed WHERE missing <> 0 ORDER BY minute DESC LIMIT ${GAPS_SHOWN}`
  return rows.map((row) => ({ ...row, shopId }))
}

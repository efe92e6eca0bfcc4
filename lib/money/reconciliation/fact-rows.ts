import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { OrderStatus, SettlementState } from '@/lib/generated/prisma/enums'
import { OWN_LOGISTICS } from '@/lib/sales/orders/channels'
import { feesOfReports, type ReportedFee, type ReportedFees } from '../fees/reported-fees'
import { payoutKinds } from '../wallet/kinds'
import type { ChargedLine, ReleaseFact, ReturnFact, WalletFact } from './settlement-facts'

// Each statement answers one JSON text: rows by the ten thousand are taken apart far faster than one by one.

export type Code = { shopId: string; code: string }
type Scope = { organizationId: string; timeZone: string; codes: readonly Code[] }
type Packed = [{ rows: string | null }]

const unpack = <Row>([{ rows }]: Packed): Row[] => JSON.parse(rows ?? '[]') as Row[]
const codesJson = ({ codes }: Scope) => JSON.stringify(codes)

function group<Row, Value>(rows: Row[], key: (row: Row) => string, value: (row: Row) => Value): Map<string, Value[]> {
  const results = new Map<string, Value[]>()
  for (const row of rows) {
    const at = key(row)
    const known = results.get(at)
    if (known) known.push(value(row))
    else results.set(at, [value(row)])
  }
  return results
}

export type OrderRow = {
  id: string
  localDay: Day
  status: OrderStatus
  platformStatus: string | null
  revenueCents: bigint
  sellerVoucherCents: bigint
  shippedAt: Date | null
  shippedOn: Day | null
  shipByOn: Day | null
  deliveredOn: Day | null
  cancelledOn: Day | null
  inReturn: boolean
  isOwnLogistics: boolean
}

export async function readOrders(db: Db, scope: Scope): Promise<Map<string, OrderRow>> {
  const { organizationId, timeZone } = scope
  type Row = [
    string,
    string,
    string,
    Day,
    OrderStatus,
    string | null,
    string,
    string,
    string | null,
    Day,
    Day,
    boolean,
    Day,
    Day,
    boolean,
  ]
  const rows = unpack<Row>(
    await db.$queryRaw<Packed>`
      SELECT json_agg(json_build_array(o.shop_id, o.external_code, o.id, o.local_day, o.status, o.platform_status, o.revenue_cents::text,
        o.seller_voucher_cents::text, o.shipped_at, (o.delivered_at AT TIME ZONE ${timeZone})::date, (o.cancelled_at AT TIME ZONE ${timeZone})::date,
        o.in_return, (o.shipped_at AT TIME ZONE ${timeZone})::date, (o.ship_by AT TIME ZONE ${timeZone})::date,
        EXISTS (SELECT 1 FROM package k WHERE k.organization_id = ${organizationId}::uuid AND k.order_id = o.id AND k.channel_id = ${OWN_LOGISTICS})))::text AS rows
      FROM jsonb_to_recordset(${codesJson(scope)}::jsonb) AS d("shopId" uuid, code text)
      JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.external_code = d.code AND o.shop_id = d."shopId"
      WHERE o.platform = 'shopee'`,
  )
  return new Map(
    rows.map(
      ([
        shop,
        code,
        id,
        localDay,
        status,
        platformStatus,
        revenue,
        voucher,
        shipped,
        deliveredOn,
        cancelledOn,
        inReturn,
        shippedOn,
        shipByOn,
        isOwnLogistics,
      ]) => [
        `${shop} ${code}`,
        {
          id,
          localDay,
          status,
          platformStatus,
          deliveredOn,
          cancelledOn,
          inReturn,
          shippedOn,
          shipByOn,
          isOwnLogistics,
          revenueCents: BigInt(revenue),
          sellerVoucherCents: BigInt(voucher),
          shippedAt: shipped === null ? null : new Date(shipped),
        },
      ],
    ),
  )
}

export async function readItems(db: Db, organizationId: string, orders: string[]) {
  const rows = unpack<[string, string, number, string]>(
    await db.$queryRaw<Packed>`
      SELECT json_agg(json_build_array(order_id, unit_price_cents::text, quantity, subtotal_cents::text) ORDER BY order_id, line)::text AS rows
      FROM order_item WHERE organization_id = ${organizationId}::uuid AND order_id = ANY (${orders}::uuid[])`,
  )
  return group(
    rows,
    ([order]) => order,
    ([, unit, quantity, subtotal]) => ({ unitPriceCents: BigInt(unit), quantity, subtotalCents: BigInt(subtotal) }),
  )
}

/** The charged lines, without a rule's estimates. */
export async function readMoney(db: Db, organizationId: string, orders: string[]): Promise<Map<string, ChargedLine[]>> {
  type Row = [string, ChargedLine['kind'], ChargedLine['source'], string, string, string | null]
  const rows = unpack<Row>(
    await db.$queryRaw<Packed>`
      SELECT json_agg(json_build_array(order_id, kind, source, key, amount_cents::text, platform_name) ORDER BY order_id, kind, source, key)::text AS rows
      FROM money_line WHERE organization_id = ${organizationId}::uuid AND order_id = ANY (${orders}::uuid[]) AND source <> 'rule'`,
  )
  return group(
    rows,
    ([order]) => order,
    ([, kind, source, key, cents, name]) => ({ kind, source, key, cents: BigInt(cents), name }),
  )
}

/** Returns count as watched from the company's first receipt on: before it, returned goods were not recorded. */
export async function readReturns(
  db: Db,
  { organizationId, timeZone }: Omit<Scope, 'codes'>,
  orders: string[],
): Promise<Map<string, ReturnFact[]>> {
  type Row = [
    string,
    ReturnFact['kind'],
    ReturnFact['state'],
    string | null,
    string | null,
    string | null,
    string | null,
    string | null,
    Day,
    string,
    boolean,
  ]
  const rows = unpack<Row>(
    await db.$queryRaw<Packed>`
      WITH first AS (SELECT min(received_at) AS at FROM order_return WHERE organization_id = ${organizationId}::uuid AND received_at IS NOT NULL)
      SELECT json_agg(json_build_array(r.order_id, r.kind, r.state, r.platform_status, r.refund_cents::text, r.received_at, r.compensation_status,
        r.compensation_cents::text, (r.opened_at AT TIME ZONE ${timeZone})::date, coalesce(m.cents, 0)::text,
        coalesce(r.opened_at >= f.at, false)) ORDER BY r.order_id, r.number)::text AS rows
      FROM order_return r CROSS JOIN first f
      LEFT JOIN LATERAL (
        SELECT CASE WHEN sum(i.missing) = sum(i.quantity) THEN r.refund_cents ELSE sum(i.refund_cents * i.missing / greatest(i.quantity, 1)) END AS cents
        FROM return_item i WHERE i.organization_id = ${organizationId}::uuid AND i.return_id = r.id) m ON r.received_at IS NOT NULL
      WHERE r.organization_id = ${organizationId}::uuid AND r.order_id = ANY (${orders}::uuid[])`,
  )
  return group(
    rows,
    ([order]) => order,
    ([
      ,
      kind,
      state,
      platformStatus,
      refund,
      received,
      compensationStatus,
      compensation,
      openedOn,
      missing,
      isWatched,
    ]) => ({
      kind,
      state,
      platformStatus,
      compensationStatus,
      openedOn,
      isWatched,
      missingCents: BigInt(missing),
      refundCents: refund === null ? null : BigInt(refund),
      receivedAt: received === null ? null : new Date(received),
      compensationCents: compensation === null ? null : BigInt(compensation),
    }),
  )
}

export async function readReleases(db: Db, scope: Scope) {
  const { organizationId, timeZone } = scope
  type Row = [string, string, ReleaseFact['source'], string, string, string, Day]
  const rows = unpack<Row>(
    await db.$queryRaw<Packed>`
      SELECT json_agg(json_build_array(r.shop_id, r.external_code, r.source, r.key, r.amount_cents::text, r.released_at,
        (r.released_at AT TIME ZONE ${timeZone})::date) ORDER BY r.shop_id, r.external_code, r.source, r.key)::text AS rows
      FROM jsonb_to_recordset(${codesJson(scope)}::jsonb) AS d("shopId" uuid, code text)
      JOIN release r ON r.organization_id = ${organizationId}::uuid AND r.shop_id = d."shopId" AND r.external_code = d.code`,
  )
  return group(
    rows,
    ([shop, code]) => `${shop} ${code}`,
    ([, , source, key, cents, at, day]) => ({ source, key, cents: BigInt(cents), at: new Date(at), day }),
  )
}

/** The parts of the service fee and the affiliates' charges of each code. */
export async function readReportedFees(db: Db, scope: Scope): Promise<Map<string, ReportedFees>> {
  const { organizationId } = scope
  const rows = unpack<[string, string, ReportedFee['report'], string, string, string | null]>(
    await db.$queryRaw<Packed>`
      SELECT json_agg(json_build_array(f.shop_id, f.external_code, f.report, f.part, f.amount_cents::text, f.state))::text AS rows
      FROM jsonb_to_recordset(${codesJson(scope)}::jsonb) AS d("shopId" uuid, code text)
      JOIN order_fee_detail f ON f.organization_id = ${organizationId}::uuid AND f.shop_id = d."shopId" AND f.external_code = d.code`,
  )
  const fees = group(
    rows,
    ([shop, code]) => `${shop} ${code}`,
    ([, , report, key, cents, state]) => ({ report, key, amountCents: BigInt(cents), state }),
  )
  return new Map([...fees].map(([key, some]) => [key, feesOfReports(some)]))
}

/** The withheld amount in the list of advances: the wallet has the remaining one. */
const feeOf = (organizationId: string) => Prisma.sql`
  CASE WHEN w.kind = 'early_payout' THEN coalesce((
    SELECT sum(e.fee_cents) FROM early_payout e
    WHERE e.organization_id = ${organizationId}::uuid AND e.shop_id = w.shop_id AND e.external_code = w.external_code), 0) ELSE 0 END`

/**
 * An advance pays many orders in one entry that names none: what the seller's list of them says each got stands for it, unless the wallet names the
 * order itself. Where the list says that nothing is left to pay, nothing more is to come.
 */
async function readAdvances(db: Db, scope: Scope): Promise<WalletRow[]> {
  const { organizationId, timeZone } = scope
  return unpack<WalletRow>(
    await db.$queryRaw<Packed>`
      SELECT json_agg(json_build_array(e.shop_id, e.external_code, p.kind, p.cents::text, p.fee::text, e.at, NULL, (e.at AT TIME ZONE ${timeZone})::date)
        ORDER BY e.shop_id, e.external_code, e.at)::text AS rows
      FROM (
        SELECT e.shop_id, e.external_code, max(e.at) AS at, sum(e.received_cents - coalesce(e.returned_cents, 0)) AS received, sum(e.fee_cents) AS fee, coalesce(sum(e.rest_cents), 0) AS rest
        FROM jsonb_to_recordset(${codesJson(scope)}::jsonb) AS d("shopId" uuid, code text)
        JOIN early_payout e ON e.organization_id = ${organizationId}::uuid AND e.shop_id = d."shopId" AND e.external_code = d.code
        GROUP BY 1, 2) e
      CROSS JOIN LATERAL (VALUES ('early_payout'::"WalletKind", e.received, e.fee), ('early_payout_rest', 0, 0)) AS p(kind, cents, fee)
      WHERE (p.kind = 'early_payout' OR e.rest = 0) AND NOT EXISTS (
        SELECT 1 FROM wallet_transaction w WHERE w.organization_id = ${organizationId}::uuid AND w.shop_id = e.shop_id AND w.external_code = e.external_code
          AND w.kind = ANY (${[...payoutKinds]}::"WalletKind"[]))`,
  )
}

type WalletRow = [string, string, WalletFact['kind'], string, string, string, string | null, Day]

export async function readWallet(db: Db, scope: Scope) {
  const { organizationId } = scope
  const rows = unpack<WalletRow>(
    await db.$queryRaw<Packed>`
      SELECT json_agg(json_build_array(w.shop_id, w.external_code, w.kind, w.amount_cents::text, (w.fee_cents + ${feeOf(organizationId)})::text, w.at, w.refund_number,
        w.local_day) ORDER BY w.shop_id, w.external_code, w.at, w.id)::text AS rows
      FROM jsonb_to_recordset(${codesJson(scope)}::jsonb) AS d("shopId" uuid, code text)
      JOIN wallet_transaction w ON w.organization_id = ${organizationId}::uuid AND w.shop_id = d."shopId" AND w.external_code = d.code`,
  )
  return group(
    [...rows, ...(await readAdvances(db, scope))],
    ([shop, code]) => `${shop} ${code}`,
    ([, , kind, cents, fee, at, refundNumber, day]) => ({
      kind,
      refundNumber,
      day,
      cents: BigInt(cents),
      feeCents: BigInt(fee),
      at: new Date(at),
    }),
  )
}

export async function readExisting(db: Db, scope: Scope) {
  const { organizationId } = scope
  const rows = unpack<[string, string, SettlementState, string, string]>(
    await db.$queryRaw<Packed>`
      SELECT json_agg(json_build_array(s.shop_id, s.external_code, s.state, s.adjusted_cents::text, encode(s.hash, 'hex')))::text AS rows
      FROM jsonb_to_recordset(${codesJson(scope)}::jsonb) AS d("shopId" uuid, code text)
      JOIN settlement s ON s.organization_id = ${organizationId}::uuid AND s.shop_id = d."shopId" AND s.external_code = d.code`,
  )
  return new Map(
    rows.map(([shop, code, state, adjusted, hash]) => [
      `${shop} ${code}`,
      { state, adjustedCents: BigInt(adjusted), hash },
    ]),
  )
}

type Overdue = { days: number; codes: { key: string; shopId: string; deliveredOn: Day }[] }

/**
 * Orders that would be listed if they had been paid in time: the shop was connected before and its list has been read
 * since, or payouts of others are known from both the days in which this one was due and after them.
 */
export async function whichAreCovered(
  db: Db,
  { organizationId, timeZone }: Scope,
  { days, codes }: Overdue,
): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const rows = await db.$queryRaw<{ key: string }[]>`
    SELECT d.key FROM jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) AS d(key text, "shopId" uuid, "deliveredOn" date)
    CROSS JOIN LATERAL (SELECT d."deliveredOn"::timestamp AT TIME ZONE ${timeZone} AS first, (d."deliveredOn" + ${days}::int + 1)::timestamp AT TIME ZONE ${timeZone} AS last) t
    JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = d."shopId"
    LEFT JOIN sync_state y ON y.organization_id = ${organizationId}::uuid AND y.shop_id = d."shopId" AND y.stream = 'escrow'
    WHERE coalesce(s.connected_at <= t.first AND y.watermark >= t.last, false)
      OR (EXISTS (SELECT 1 FROM release r WHERE r.organization_id = ${organizationId}::uuid AND r.shop_id = d."shopId" AND r.released_at >= t.first AND r.released_at < t.last)
        AND EXISTS (SELECT 1 FROM release r WHERE r.organization_id = ${organizationId}::uuid AND r.shop_id = d."shopId" AND r.released_at >= t.last))
      OR (EXISTS (SELECT 1 FROM wallet_transaction w WHERE w.organization_id = ${organizationId}::uuid AND w.shop_id = d."shopId" AND w.kind = 'payout' AND w.at >= t.first AND w.at < t.last)
        AND EXISTS (SELECT 1 FROM wallet_transaction w WHERE w.organization_id = ${organizationId}::uuid AND w.shop_id = d."shopId" AND w.kind = 'payout' AND w.at >= t.last))`
  return new Set(rows.map(({ key }) => key))
}

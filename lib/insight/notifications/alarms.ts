import 'server-only'
import { createHash } from 'node:crypto'
import { localDay } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { cancelsAt, isCancelledSoon, parcels, toShip } from '@/lib/sales/orders/unscanned'
import { isLatePickup } from '@/lib/sales/dispatch/late-pickup'
import { Prisma } from '@/lib/generated/prisma/client'
import { isHistory } from '@/lib/sales/orders/history'
import { alarmKinds, type AlarmKind } from '@/lib/identity/notices/kinds'
import { notify } from '@/lib/identity/notices/notify'

/** The memory of reported items: longer than any of them stays open. */
const REMEMBERED_DAYS = 60
/** The items of one notice; the rest follows with the next. */
const AT_ONCE = 200
const NAMED = 3

type Open = { kind: AlarmKind; item: string; name: string }

/**
 * Reports items that cannot wait for the morning: each once, all news of a kind in one notice. A reported item stays
 * reported, for every reader and however often this runs.
 */
export async function notifyAlarms(organizationId: string, now: Date): Promise<void> {
  await withOrganization({ organizationId }, async (db) => {
    const open = await listOpen(db, organizationId, now)
    if (open.length === 0) return
    const notified = await listNotified(db, organizationId, now)
    for (const kind of alarmKinds) {
      const news = open.filter((one) => one.kind === kind && !notified.has(`${kind}:${one.item}`)).slice(0, AT_ONCE)
      if (news.length === 0) continue
      const items = news.map(({ item }) => item)
      const names = news.slice(0, NAMED).map(({ name }) => name)
      const key = createHash('sha256').update(items.join()).digest('hex').slice(0, 32)
      await notify(db, organizationId, { kind, key, data: { count: items.length, names, items } })
    }
  })
}

async function listNotified(db: Db, organizationId: string, now: Date): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ sent: string }[]>`
    SELECT DISTINCT n.kind || ':' || t.item AS sent FROM notification n, jsonb_array_elements_text(n.data -> 'items') t(item)
    WHERE n.organization_id = ${organizationId}::uuid AND n.kind = ANY (${alarmKinds as readonly string[]}::text[])
      AND n.created_at > ${now}::timestamptz - make_interval(days => ${REMEMBERED_DAYS}::int)`
  return new Set(rows.map(({ sent }) => sent))
}

/** Each with what makes it another thing: a second refusal of an invoice is one. */
async function listOpen(db: Db, organizationId: string, now: Date): Promise<Open[]> {
  const organization = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true },
  })
  const { timeZone } = organization
  const ours = Prisma.sql`o.organization_id = ${organizationId}::uuid`
  const name = Prisma.sql`coalesce(o.external_code, o.code)`
  const today = localDay(now, timeZone)
  return db.$queryRaw<Open[]>`
    SELECT 'returnToAnswer' AS kind, r.id::text AS item, ${name} AS name, 1 AS rank, coalesce(r.due_at, r.opened_at) AS at
    FROM order_return r JOIN orders o ON ${ours} AND o.id = r.order_id
    WHERE r.organization_id = ${organizationId}::uuid AND r.state = 'open' AND r.kind IN ('refund_only', 'with_return')
    UNION ALL
    SELECT 'cancellationAsked', o.id::text, ${name}, 2, o.placed_at FROM orders o
    WHERE ${ours} AND o.status IN ('confirmed', 'processing') AND o.cancellation_asked AND NOT ${isHistory(now)}
    UNION ALL
    SELECT 'invoiceRefused', o.id || ':' || left(md5(coalesce(o.invoice_reason, '')), 8), ${name}, 3, o.placed_at FROM orders o
    WHERE ${ours} AND o.status = 'confirmed' AND NOT o.fulfilled_by_platform AND o.invoice_state = 'rejected' AND NOT ${isHistory(now)}
    UNION ALL
    SELECT 'pickupFailed', o.id || ':' || coalesce(to_char(k.pickup_at, 'YYYYMMDD'), ''), ${name}, 4, o.ship_by
    FROM orders o JOIN package k ON k.organization_id = o.organization_id AND k.order_id = o.id AND k.platform_status = 'LOGISTICS_PICKUP_RETRY'
    WHERE ${ours} AND ${toShip} AND NOT ${isHistory(now)}
    UNION ALL
    SELECT 'pickupLate', o.id || ':' || to_char(k.pickup_at, 'YYYYMMDD'), ${name}, 5, o.ship_by
    FROM orders o JOIN package k ON k.organization_id = o.organization_id AND k.order_id = o.id AND ${isLatePickup(timeZone, today)}
    WHERE ${ours} AND ${toShip} AND NOT ${isHistory(now)}
    UNION ALL
    SELECT 'platformCancel', o.id::text, ${name}, 6, ${cancelsAt} FROM orders o ${parcels(organizationId)}
    WHERE ${ours} AND ${toShip} AND ${isCancelledSoon(now)} AND ${cancelsAt} > ${now}::timestamptz
    UNION ALL
    SELECT 'listingBlocked', l.id::text, l.title, 7, NULL FROM listing l
    WHERE l.organization_id = ${organizationId}::uuid AND l.gone_at IS NULL AND l.status = 'BANNED'
    ORDER BY rank, at, item`
}

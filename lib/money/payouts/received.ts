import 'server-only'
import { addDays, localRange, startOfLocalDay, type Day, type DayRange } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { heldBy, outletsOf } from '@/lib/identity/settings/held-by'
import { Prisma } from '@/lib/generated/prisma/client'
import { payoutKinds } from '../wallet/kinds'

/** `early` is what of it came ahead of its day. */
export type ReceivedDay = { day: Day; cents: bigint; earlyCents: bigint }

/** `knownUntil`: the day of the last movement or payout that is known of any of the shops, in this range or after it. */
type Received = { days: ReceivedDay[]; withoutWallet: string[]; shops: number; knownUntil: Day | null }

/** A wallet that is not known here begins after every day there is. */
const NEVER = new Date('9999-12-31T00:00:00Z')

const latestOf = (days: readonly (Day | null)[]): Day | null =>
  days.reduce((latest, day) => (day && day > (latest ?? '') ? day : latest), null)

/**
 * By the wallet, from the first movement that is known of a shop's to the day of the last; before and after it, and of
 * the other shops, by the releases of their orders, less the part that the wallet has. Days without any are left out.
 */
export async function listReceived(
  db: Db,
  { organizationId, timeZone }: { organizationId: string; timeZone: string },
  range: DayRange,
  { shop = null, entity = null }: { shop?: string | null; entity?: string | null },
): Promise<Received> {
  const shops = await db.$queryRaw<
    { id: string; name: string; since: Date | null; last: Day | null; paid: Day | null }[]
  >`
    SELECT h.id, h.name::text AS name, (SELECT t.at FROM wallet_transaction t WHERE t.organization_id = ${organizationId}::uuid AND t.shop_id = h.id
        ORDER BY t.at, t.id LIMIT 1) AS since,
      (SELECT to_char(t.local_day, 'YYYY-MM-DD') FROM wallet_transaction t WHERE t.organization_id = ${organizationId}::uuid AND t.shop_id = h.id
        ORDER BY t.at DESC, t.id DESC LIMIT 1) AS last,
      (SELECT to_char(s.released_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') FROM settlement s
        WHERE s.organization_id = ${organizationId}::uuid AND s.shop_id = h.id AND s.released_at IS NOT NULL
        ORDER BY s.released_at DESC LIMIT 1) AS paid
    FROM shop h WHERE h.organization_id = ${organizationId}::uuid AND h.platform = 'shopee'
      ${shop ? Prisma.sql`AND h.id = ${shop}::uuid` : Prisma.empty}
      ${entity ? Prisma.sql`AND h.id = ANY (${outletsOf(entity)})` : Prisma.empty} ORDER BY h.name`
  const ids = shops.map(({ id }) => id)
  // Only the money that arrived while a shop was of the entity.
  const own = (outlet: Prisma.Sql, day: Prisma.Sql) =>
    entity ? Prisma.sql`AND ${heldBy(entity, { outlet, day })}` : Prisma.empty
  const knownUntil = latestOf(shops.flatMap(({ last, paid }) => [last, paid]))
  const { start, end } = localRange(range, timeZone)
  const others = shops
    .map(({ since, last, id, name }) => ({
      id,
      name,
      since: since ?? NEVER,
      until: last === null ? NEVER : startOfLocalDay(addDays(last, 1), timeZone),
    }))
    .filter(({ since, until }) => since > start || until < end)
  const days = await db.$queryRaw<ReceivedDay[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(in_cents + out_cents)::bigint AS cents,
      coalesce(sum(in_cents + out_cents) FILTER (WHERE kind IN ('early_payout', 'early_payout_return')), 0)::bigint AS "earlyCents"
    FROM wallet_day WHERE organization_id = ${organizationId}::uuid AND day BETWEEN ${range.from}::date AND ${range.to}::date
      AND kind = ANY (${[...payoutKinds]}::"WalletKind"[]) ${shop || entity ? Prisma.sql`AND shop_id = ANY (${ids}::uuid[])` : Prisma.empty}
      ${own(Prisma.sql`shop_id`, Prisma.sql`day`)}
    GROUP BY day ORDER BY day`
  if (others.length === 0) return { days, withoutWallet: [], shops: shops.length, knownUntil }
  const released = await db.$queryRaw<{ day: Day; cents: bigint; shops: string[] }[]>`
    WITH h AS (
      SELECT * FROM unnest(${others.map(({ id }) => id)}::uuid[], ${others.map(({ since }) => since)}::timestamptz[],
        ${others.map(({ until }) => until)}::timestamptz[]) AS h(id, since, until)
    ), outside AS (
      SELECT s.shop_id, s.external_code, s.released_cents, s.released_at FROM settlement s JOIN h ON h.id = s.shop_id
      WHERE s.organization_id = ${organizationId}::uuid AND s.released_at >= ${start}::timestamptz AND s.released_at < ${end}::timestamptz
        AND (s.released_at < h.since OR s.released_at >= h.until)
      UNION ALL
      -- Paid in parts of which the wallet has the last: the rest came on the last day before it that a list of payouts names.
      SELECT s.shop_id, s.external_code, s.released_cents, r.at FROM (
        SELECT r.shop_id, r.external_code, h.since, h.until, max(r.released_at) AS at FROM h
        JOIN release r ON r.organization_id = ${organizationId}::uuid AND r.shop_id = h.id AND r.released_at < h.since AND r.released_at >= ${start}::timestamptz
          AND r.amount_cents > 0
        GROUP BY 1, 2, 3, 4) r
      JOIN settlement s ON s.organization_id = ${organizationId}::uuid AND s.shop_id = r.shop_id AND s.external_code = r.external_code
        AND s.released_at >= r.since AND s.released_at < r.until
      WHERE r.at < ${end}::timestamptz
    )
    SELECT to_char(s.released_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS day, sum(s.released_cents - coalesce(w.cents, 0))::bigint AS cents,
      array_agg(DISTINCT s.shop_id) AS shops
    FROM outside s
    LEFT JOIN LATERAL (SELECT sum(t.amount_cents) AS cents FROM wallet_transaction t
      WHERE t.organization_id = ${organizationId}::uuid AND t.shop_id = s.shop_id AND t.external_code = s.external_code
        AND t.kind = ANY (${[...payoutKinds]}::"WalletKind"[])) w ON true
    WHERE s.released_cents <> coalesce(w.cents, 0) ${own(Prisma.sql`s.shop_id`, Prisma.sql`(s.released_at AT TIME ZONE ${timeZone})::date`)} GROUP BY 1 ORDER BY 1`
  const byRelease = new Set(released.flatMap(({ shops: of }) => of))
  const known = new Map(days.map((day) => [day.day, day]))
  for (const { day, cents } of released) {
    const before = known.get(day)
    known.set(day, { day, cents: (before?.cents ?? 0n) + (cents ?? 0n), earlyCents: before?.earlyCents ?? 0n })
  }
  return {
    days: [...known.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    withoutWallet: others.flatMap(({ id, name }) => (byRelease.has(id) ? [name] : [])),
    shops: shops.length,
    knownUntil,
  }
}

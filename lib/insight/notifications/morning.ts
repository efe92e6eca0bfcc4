import 'server-only'
import { can, seesTotals, type Role } from '@/lib/core/permissions'
import { addDays, localDay, localTime } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { runAll } from '@/lib/core/process/run-all'
import { getCash } from '@/lib/money/payouts/views'
import { getProfitTiles } from '@/lib/money/profit/tiles'
import { getAttentionFor } from '@/lib/insight/dashboard/views'
import type { NoticeData } from '@/lib/identity/notices/kinds'
import { notify } from '@/lib/identity/notices/notify'
import { MORNING_HOUR } from '@/lib/identity/notices/schema'

type Reader = { userId: string; role: Role; legalEntityIds: string[] | null }

/**
 * The morning's summary, to each person who asked for it, at the hour that they chose in the company's time zone: once a
 * day, with what the dashboard says to that person at this moment. One person's trouble keeps nothing from the others.
 */
export async function notifyMornings(organizationId: string, now: Date): Promise<void> {
  const { timeZone } = await withOrganization({ organizationId }, (db) =>
    db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { timeZone: true } }),
  )
  const today = localDay(now, timeZone)
  const readers = await listReaders(organizationId, hourOf(now, timeZone))
  await runAll(
    readers.map((reader) => async () => {
      const data = await readMorning({ ...reader, organizationId, timeZone }, now)
      const { userId, legalEntityIds } = reader
      await withOrganization({ organizationId }, (db) =>
        notify(db, organizationId, { kind: 'morning', key: today, userIds: [userId], legalEntityIds, data }),
      )
    }),
  )
}

/** The whole hour on the company's clock. */
function hourOf(now: Date, timeZone: string): number {
  const today = localDay(now, timeZone)
  const started = Array.from({ length: 24 }, (_, hour) => hour).filter(
    (hour) => localTime(today, `${String(hour).padStart(2, '0')}:00`, timeZone) <= now,
  )
  return started.at(-1) ?? 0
}

const listReaders = (organizationId: string, hour: number) =>
  withOrganization({ organizationId }, async (db) => {
    const chosen = await db.notificationPreference.findMany({
      where: { organizationId, kind: 'morning', OR: [{ inProduct: true }, { byMail: true }] },
      select: { userId: true, hour: true },
      orderBy: { userId: 'asc' },
    })
    const due = chosen.filter((row) => (row.hour ?? MORNING_HOUR) === hour).map(({ userId }) => userId)
    const scopes = await db.$queryRaw<Reader[]>`
      SELECT reader AS "userId", scope.role::text AS role, scope.legal_entity_ids AS "legalEntityIds"
      FROM unnest(${due}::uuid[]) reader CROSS JOIN LATERAL get_member_scope(reader) scope`
    return scopes.filter(({ role }) => can(role, 'sales.read'))
  })

type Viewer = Reader & { organizationId: string; timeZone: string }

/** The dashboard's own sums; money only for who reads it there. */
async function readMorning(viewer: Viewer, now: Date): Promise<NoticeData['morning']> {
  const { organizationId, role, timeZone } = viewer
  const today = localDay(now, timeZone)
  const { lateOrders, ordersToPostToday } = await getAttentionFor(viewer, now)
  const posts = { on: today, late: Number(lateOrders), today: Number(ordersToPostToday) }
  if (!can(role, 'money.read') || !seesTotals(viewer)) return { ...posts, money: null }
  const { tiles } = await getProfitTiles(viewer, { shop: null, channel: null }, now)
  const { headline } = tiles.find(({ key }) => key === 'yesterday')!
  const range = { from: today, to: today }
  const cash = await withOrganization(viewer, (db) =>
    getCash(db, organizationId, { shop: null, range, elsewhereCents: 0n }),
  )
  const [comes] = cash.days
  return {
    ...posts,
    money: {
      yesterday: addDays(today, -1),
      profitCents: headline.cents === null ? null : String(headline.cents),
      isPartial: headline.status === 'partial',
      isBeforeAds: headline.sum === 'profitBeforeAds',
      payouts: Number(comes?.orders ?? 0n),
      payoutsUnknown: Number(comes?.unknown ?? 0n),
      payoutCents: String(comes?.inCents ?? 0n),
    },
  }
}

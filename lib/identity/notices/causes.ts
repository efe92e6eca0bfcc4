import 'server-only'
import { deviceOf } from '../auth/sessions/device'
import { localDay } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import type { ImportKind } from '@/lib/generated/prisma/enums'
import { notify } from './notify'

type ImportOutcome = { id: string; fileName: string; createdBy: string | null; kind: ImportKind }

export const notifyImportFinished = (db: Db, organizationId: string, outcome: 'done' | 'failed', done: ImportOutcome) =>
  notify(db, organizationId, {
    kind: 'importFinished',
    key: done.id,
    userIds: [done.createdBy],
    data: { importId: done.id, fileName: done.fileName, outcome, kind: done.kind },
  })

/** To who manages people, but for the newcomer. */
export async function notifyMemberJoined(db: Db, organizationId: string, userId: string): Promise<void> {
  const [member] = await db.$queryRaw<{ name: string; role: string; since: Date }[]>`
    SELECT display_name AS name, role::text AS role, since FROM list_members() WHERE user_id = ${userId}::uuid`
  if (!member) return
  const { name, role, since } = member
  const key = `${userId}:${since.toISOString()}`
  await notify(db, organizationId, { kind: 'memberJoined', key, except: userId, data: { name, role } })
}

export async function notifyNewDevice(db: Db, organizationId: string, session: NewSession): Promise<void> {
  const { browser, system } = deviceOf(session.device)
  const { id: key, userId } = session
  await notify(db, organizationId, { kind: 'newDevice', key, userIds: [userId], data: { browser, system } })
}
type NewSession = { id: string; userId: string; device: string | null }

/** Once for each quarter of an hour in which sign-ins from there are locked. */
export const notifySignInsBlocked = (
  db: Db,
  organizationId: string,
  { userId, key }: { userId: string; key: string },
) => notify(db, organizationId, { kind: 'signInsBlocked', key, userIds: [userId], data: {} })

/** To who manages people, but for the one whom it is about. */
export const notifyRightsRefused = (
  db: Db,
  organizationId: string,
  { userId, name, key }: { userId: string; name: string; key: string },
) => notify(db, organizationId, { kind: 'rightsRefused', key, except: userId, data: { name } })

type ShopGrant = { shopId: string; name: string }

type GrantEnd = { endsAt: Date; days: number; span: number }

/** Once for each warned span of one grant. */
export const notifyGrantEnding = (db: Db, organizationId: string, grant: ShopGrant & GrantEnd) => {
  const { shopId, name, days, endsAt, span } = grant
  return notify(db, organizationId, {
    kind: 'shopGrant',
    key: `${shopId}:${endsAt.toISOString()}:${span}`,
    data: { shopId, name, days },
  })
}

/** Once for each connection. */
export const notifyGrantEnded = (db: Db, organizationId: string, grant: ShopGrant & { connectedAt: Date | null }) => {
  const { shopId, name, connectedAt } = grant
  const key = `${shopId}:ended:${connectedAt?.toISOString() ?? ''}`
  return notify(db, organizationId, { kind: 'shopGrant', key, data: { shopId, name, days: 0 } })
}

type Oversold = { productId: string; sku: string; units: number }

/** Once for each product and day. */
export const notifyProductOversold = (db: Db, organizationId: string, day: string, oversold: Oversold) =>
  notify(db, organizationId, { kind: 'oversold', key: `${oversold.productId}:${day}`, data: oversold })

/** Once for each run. */
export const notifyHealthCritical = (db: Db, organizationId: string, runId: string, count: number) =>
  notify(db, organizationId, { kind: 'healthCritical', key: runId, data: { count } })

/** To everybody. The emails about it are the cause's own. */
export async function notifyDeletionPlanned(db: Db, organizationId: string, deletionAt: Date): Promise<void> {
  const { timeZone } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true },
  })
  const on = localDay(deletionAt, timeZone)
  await notify(db, organizationId, { kind: 'deletionPlanned', key: deletionAt.toISOString(), data: { on } })
}

/** A cancelled deletion threatens no member any more. */
export const withdrawDeletionPlanned = (db: Db, organizationId: string) =>
  db.notification.updateMany({ where: { organizationId, kind: 'deletionPlanned' }, data: { inProduct: false } })

/** Once for each spell of failures. */
export const notifyWebhookDisabled = (db: Db, organizationId: string, webhookId: string, url: string, since: Date) =>
  notify(db, organizationId, {
    kind: 'webhookDisabled',
    key: `${webhookId}:${since.toISOString()}`,
    data: { webhookId, name: new URL(url).host },
  })

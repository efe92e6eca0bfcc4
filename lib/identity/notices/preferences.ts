import 'server-only'
import { can } from '@/lib/core/permissions'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { channels, isAlways, kinds, listKindsOf, type Channel, type NoticeKind } from './kinds'
import { MORNING_HOUR, type SetNoticePreferenceInput } from './schema'

export type Channels = Record<Channel, boolean>

const settle = (kind: NoticeKind, chosen?: Channels): Channels => {
  const { inProduct, byMail } = chosen ?? kinds[kind].defaults
  return { inProduct: inProduct || isAlways(kind, 'inProduct'), byMail: byMail || isAlways(kind, 'byMail') }
}

/** The channels that each of the people has for that kind. */
export async function getChannels(db: Db, organizationId: string, kind: NoticeKind, userIds: string[]) {
  const chosen = await db.notificationPreference.findMany({
    where: { organizationId, kind, userId: { in: userIds } },
    select: { userId: true, inProduct: true, byMail: true },
  })
  return new Map(
    userIds.map((id) => [
      id,
      settle(
        kind,
        chosen.find(({ userId }) => userId === id),
      ),
    ]),
  )
}

/** `hour` is that of the morning's summary. */
export type NoticePreference = {
  kind: NoticeKind
  hour?: number
  channels: Record<Channel, { on: boolean; always: boolean }>
}

/** One line for each kind that the person's role may get. */
export async function listNoticePreferencesFor(viewer: Actor): Promise<NoticePreference[]> {
  const { organizationId, userId, role } = viewer
  const chosen = await withOrganization(viewer, (db) =>
    db.notificationPreference.findMany({
      where: { organizationId, userId: userId! },
      select: { kind: true, inProduct: true, byMail: true, hour: true },
    }),
  )
  return listKindsOf(role).map((kind) => {
    const now = settle(
      kind,
      chosen.find((row) => row.kind === kind),
    )
    const entries = channels.map((channel) => [channel, { on: now[channel], always: isAlways(kind, channel) }])
    const channelsOf = Object.fromEntries(entries) as NoticePreference['channels']
    if (kind !== 'morning') return { kind, channels: channelsOf }
    return { kind, channels: channelsOf, hour: chosen.find((row) => row.kind === kind)?.hour ?? MORNING_HOUR }
  })
}

/** Switches one channel of one kind; the other keeps what holds for it. */
export async function setNoticePreference(
  actor: Actor,
  { kind, channel, on, hour }: SetNoticePreferenceInput,
): Promise<null> {
  const { organizationId, role } = actor
  const userId = actor.userId!
  if (!can(role, kinds[kind].right)) throw new UserError('permissionDenied')
  if (isAlways(kind, channel) || (hour !== undefined && kind !== 'morning')) throw new UserError('invalidInput')
  await withOrganization(actor, async (db) => {
    const create = { ...settle(kind), [channel]: on }
    await db.notificationPreference.upsert({
      where: { organizationId_userId_kind: { organizationId, userId, kind } },
      create: { organizationId, userId, kind, hour, ...create },
      update: { [channel]: on, hour },
      select: { kind: true },
    })
  })
  return null
}

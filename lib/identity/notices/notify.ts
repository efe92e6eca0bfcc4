import 'server-only'
import { can, type Role } from '@/lib/core/permissions'
import type { Db } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { enqueueEmail } from '@/lib/core/mail/emails'
import { kinds, sightedKinds, visibilityOf, type NoticeContent } from './kinds'
import { getChannels } from './preferences'

type Notice = NoticeContent & {
  /** Deduplicates: the same key again sends nothing to those who have it. */
  key: string
  /** Only to these of the people who may get it. */
  userIds?: readonly (string | null)[]
  except?: string
  /** The legal entities whose sum it is: a reader who sees others by now does not get it. */
  legalEntityIds?: string[] | null
}

/**
 * Notifies the members whose role may get that kind and who have not switched it off. Call it in the transaction of the
 * cause: a rollback takes the notice back. Mails are queued in it too, and each is checked again when it is sent.
 */
export async function notify(db: Db, organizationId: string, notice: Notice): Promise<void> {
  const { kind, key, data, userIds, except, legalEntityIds } = notice
  const members = await db.membership.findMany({
    where: { organizationId, userId: { not: except, ...(userIds && { in: userIds.filter((id) => id !== null) }) } },
    select: { userId: true, role: true },
    // One order for all, so that two causes at once wait for each other instead of locking each other out.
    orderBy: { userId: 'asc' },
  })
  const allowed = members.filter(({ role }) => can(role, kinds[kind].right)).map(({ userId }) => userId)
  const visibilities = sightedKinds.includes(kind) ? await listVisibilities(db, allowed, legalEntityIds) : null
  const readers = visibilities ? allowed.filter((userId) => visibilities.has(userId)) : allowed
  const wanted = await getChannels(db, organizationId, kind, readers)
  const rows = readers
    .filter((userId) => wanted.get(userId)!.inProduct || wanted.get(userId)!.byMail)
    .map((userId) => ({
      organizationId,
      id: newId(),
      userId,
      kind,
      key,
      data: visibilities ? { ...data, sight: visibilities.get(userId) } : data,
      inProduct: wanted.get(userId)!.inProduct,
    }))
  const created = await db.notification.createManyAndReturn({
    data: rows,
    skipDuplicates: true,
    select: { id: true, userId: true },
  })
  // A deletion's cause mails everybody by itself.
  if (kind === 'deletionPlanned') return
  for (const { id, userId } of created)
    if (wanted.get(userId)!.byMail) await enqueueEmail(db, { kind, notificationId: id })
}

/** The present visibility of each; where entities are given, only of those who see exactly these. */
async function listVisibilities(
  db: Db,
  userIds: string[],
  legalEntityIds?: string[] | null,
): Promise<Map<string, string>> {
  const scopes = await db.$queryRaw<{ userId: string; role: Role; legalEntityIds: string[] | null }[]>`
    SELECT reader AS "userId", scope.role::text AS role, scope.legal_entity_ids AS "legalEntityIds"
    FROM unnest(${userIds}::uuid[]) reader CROSS JOIN LATERAL get_member_scope(reader) scope`
  return new Map(
    scopes
      .filter(
        ({ role, ...own }) =>
          legalEntityIds === undefined || visibilityOf({ role, legalEntityIds }) === visibilityOf({ role, ...own }),
      )
      .map((scope) => [scope.userId, visibilityOf(scope)]),
  )
}

import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import type { Actor } from '@/lib/core/db'
import { getTouchable } from './change-member'
import { changePeople } from './lock-people'
import type { EndMemberSessionsInput } from './schema'

/**
 * Signs somebody else of the company out on every device, as when one is lost or stolen. Everywhere, also where another company is open:
 * a session goes from one company to the next. Answers how many ended; their password and their access tokens stay.
 */
export const endMemberSessions = (actor: Actor, { userId }: EndMemberSessionsInput): Promise<{ ended: number }> =>
  changePeople(actor, async (db, own) => {
    await getTouchable(db, actor, own, userId)
    const [{ ended }] = await db.$queryRaw<[{ ended: number }]>`
      SELECT end_user_sessions(${userId}::uuid, NULL) AS ended`
    if (ended > 0) await recordAudit(db, actor, { event: 'member.sessionsEnded', subjectId: userId, after: { ended } })
    return { ended }
  })

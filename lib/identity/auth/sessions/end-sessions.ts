import 'server-only'
import { z } from 'zod'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { passwordAgain } from '../schema'
import { inHome } from '../accounts'

export const endSessionInput = z.object({ sessionId: z.uuid(), password: passwordAgain })
export const endOthersInput = z.object({ password: passwordAgain })
type EndSessionInput = z.output<typeof endSessionInput>

/** Only one's own: the function looks among this person's sessions alone. */
export async function endSession(actor: Actor, { sessionId }: EndSessionInput): Promise<null> {
  await withOrganization(actor, async (db) => {
    const [{ ended }] = await db.$queryRaw<[{ ended: boolean }]>`
      SELECT end_user_session(${actor.userId}::uuid, ${sessionId}::uuid) AS ended`
    if (!ended) throw new UserError('notFound')
    await recordAudit(db, actor, { event: 'session.ended', subjectId: sessionId })
  })
  return null
}

export async function endOtherSessions(actor: Actor): Promise<{ ended: number }> {
  const { userId, sessionId } = actor
  return withOrganization(actor, async (db) => {
    const [{ ended }] = await db.$queryRaw<[{ ended: number }]>`
      SELECT end_user_sessions(${userId}::uuid, ${sessionId}::uuid) AS ended`
    if (ended > 0)
      await recordAudit(db, actor, { event: 'session.ended', subjectId: sessionId!, after: { others: ended } })
    return { ended }
  })
}

/** For who runs the installation; the trail of the person's company tells it as done by the product. Answers how many ended. */
export const signOutEverywhere = (userId: string): Promise<number> =>
  inHome(userId, async (db, home) => {
    const [{ ended }] = await db.$queryRaw<[{ ended: number }]>`
      SELECT end_user_sessions(${userId}::uuid, NULL) AS ended`
    if (home && ended > 0) {
      const actor = { ...home, userId: null, kind: 'system' } as const
      await recordAudit(db, actor, { event: 'member.sessionsEnded', subjectId: userId, after: { ended } })
    }
    return ended
  })

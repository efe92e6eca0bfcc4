import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { callGlobal, withOrganization } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { actorOf, getSessionMember, readSessionSecret } from './member'
import { hashOf } from './session-cookie'

/** Ends the session that the request's cookie names, if it still lives: a copy of the cookie opens nothing from here on. */
export async function closeSession(given?: string): Promise<void> {
  const secret = given ?? (await readSessionSecret())
  if (!secret) return
  const member = await getSessionMember(secret)
  if (!member) {
    await callGlobal(Prisma.sql`SELECT end_session(${hashOf(secret)})::text`)
    return
  }
  await withOrganization(member, async (db) => {
    await db.$queryRaw`SELECT end_session(${hashOf(secret)})::text`
    await recordAudit(db, actorOf(member), { event: 'session.closed', subjectId: member.sessionId })
  })
}

import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { callGlobal, withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { actorOf, getMember, getPerson, readSessionSecret } from './member'
import type { PreferencesInput, SwitchOrganizationInput } from './schema'
import { hashOf } from './session-cookie'

/** Keeps what a signed-in person chose on their account; the cookie of who is not signed in is enough. */
export async function setPreferences({ language, theme, colorScheme }: PreferencesInput): Promise<null> {
  const person = await getPerson()
  if (person)
    await callGlobal(Prisma.sql`
      SELECT set_user_preferences(${person.userId}::uuid, ${language ?? null}::text, ${theme ?? null}::text, ${colorScheme ?? null}::text)::text`)
  return null
}

/** Moves the session to another organization of the same person. Forms rendered before are refused from here on. */
export async function switchOrganization({ organizationId }: SwitchOrganizationInput): Promise<null> {
  const [member, secret] = [await getMember(), await readSessionSecret()]
  if (!member || !secret) throw new UserError('signedOut')
  await withOrganization({ organizationId }, async (db) => {
    const [{ moved }] = await db.$queryRaw<[{ moved: boolean }]>`
      SELECT switch_session_organization(${hashOf(secret)}, ${organizationId}::uuid) AS moved`
    if (!moved) throw new UserError('notFound')
    const actor = { ...actorOf(member), organizationId }
    await recordAudit(db, actor, { event: 'session.switched', subjectId: member.sessionId })
  })
  return null
}

import 'server-only'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { callGlobal, type Actor } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { Prisma } from '@/lib/generated/prisma/client'
import { decodeCookie } from './decode-cookie'
import type { Role } from '@/lib/core/permissions'
import { companyPath, pathHeader, signInPath } from './return-path'
import { cookieName, hashOf } from './session-cookie'

/** The person behind a session, in an organization or not. */
export type Person = {
  userId: string
  sessionId: string
  sessionCreatedAt: Date
  /** Their role has changed: the session is to go on under another secret (see renew-session.ts). */
  renewalDue: boolean
  email: string
  displayName: string
  avatarId: string | null
  /** In use at sign-up until the person chooses one: then the account's goes before every device's. */
  language: 'pt' | 'en'
  languageChosen: boolean
  /** Null: never chosen. */
  theme: string | null
  colorScheme: string | null
  hasTwoFactor: boolean
}

export type Member = Person & {
  organizationId: string
  organizationName: string
  timeZone: string
  role: Role
  /** The legal entities that an accountant may read; null: the whole company. */
  legalEntityIds: string[] | null
  /** When the organization will be deleted, if its owner has asked for that. */
  deletionAt: Date | null
  /** Whether the company has its productivity pages. */
  productivity: boolean
  /** The company requires a second factor that the person has not set up: until then they may do nothing but that. */
  secondFactorMissing: boolean
}

/** The secret of the session that the request's cookie names, whether or not it still lives. */
export async function readSessionSecret(): Promise<string | null> {
  const raw = (await cookies()).get(cookieName(env().NEXTAUTH_URL))?.value
  if (!raw) return null
  const token = await decodeCookie({ token: raw })
  return typeof token?.secret === 'string' ? token.secret : null
}

async function readSession(secret: string, isUse = true): Promise<Person | Member | null> {
  const [person] = await callGlobal<Member | (Person & { organizationId: null })>(Prisma.sql`
    SELECT user_id AS "userId", session_id AS "sessionId", session_created_at AS "sessionCreatedAt", renewal_due AS "renewalDue", email, display_name AS "displayName",
      avatar_id AS "avatarId", language, language_chosen AS "languageChosen", theme, color_scheme AS "colorScheme", has_second_step AS "hasTwoFactor",
      organization_id AS "organizationId", organization_name AS "organizationName", time_zone AS "timeZone", role::text AS role,
      legal_entity_ids AS "legalEntityIds", deletion_at AS "deletionAt", productivity, second_factor_missing AS "secondFactorMissing"
    FROM get_session_member(${hashOf(secret)}, ${isUse})`)
  return person ?? null
}

const isMember = (person: Person | Member | null): person is Member =>
  person !== null && 'organizationId' in person && person.organizationId !== null

/** The person behind a living session of that secret. */
export const getSessionPerson = (secret: string): Promise<Person | null> => readSession(secret)

/** The member behind a living session of that secret. */
export async function getSessionMember(secret: string): Promise<Member | null> {
  const person = await readSession(secret)
  return isMember(person) ? person : null
}

/** The person behind the request, looked up on the server each time: what ended counts at once. */
export const getPerson = cache(async (): Promise<Person | Member | null> => {
  const secret = await readSessionSecret()
  return secret ? readSession(secret) : null
})

/** As getPerson, in the organization that the session stands in: who was removed is none. */
export async function getMember(): Promise<Member | null> {
  const person = await getPerson()
  return isMember(person) ? person : null
}

/** As getMember, for a page that asks for news by itself: that does not keep a session from idling out. */
export async function getWaitingMember(): Promise<Member | null> {
  const secret = await readSessionSecret()
  const person = secret ? await readSession(secret, false) : null
  return isMember(person) ? person : null
}

export async function requireMember(): Promise<Member> {
  const member = await getMember()
  if (member) return member
  return redirect((await getPerson()) ? companyPath : signInPath((await headers()).get(pathHeader)))
}

export const actorOf = (member: Member): Actor => ({
  organizationId: member.organizationId,
  userId: member.userId,
  sessionId: member.sessionId,
  role: member.role,
  legalEntityIds: member.legalEntityIds,
  kind: 'person',
})

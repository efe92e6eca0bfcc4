import 'server-only'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { decode } from 'next-auth/jwt'
import { cache } from 'react'
import { callGlobal, type Actor } from '../db'
import { env } from '../env'
import { Prisma } from '../generated/prisma/client'
import type { Role } from './permissions'
import { pathHeader, signInPath } from './return-path'
import { cookieName, hashOf } from './session-cookie'

export type Member = {
  userId: string
  sessionId: string
  organizationId: string
  organizationName: string
  timeZone: string
  role: Role
  email: string
  displayName: string
  avatarFileId: string | null
  language: 'pt' | 'en'
  theme: string
  colorScheme: 'system' | 'light' | 'dark'
}

/** The secret of the session that the request's cookie names, whether or not it still lives. */
export async function readSessionSecret(): Promise<string | null> {
  const raw = (await cookies()).get(cookieName(env().NEXTAUTH_URL))?.value
  if (!raw) return null
  const token = await decode({ token: raw, secret: env().NEXTAUTH_SECRET }).catch(() => null)
  return typeof token?.secret === 'string' ? token.secret : null
}

/** The member behind a living session of that secret. */
export async function getSessionMember(secret: string): Promise<Member | null> {
  const [member] = await callGlobal<Member>(Prisma.sql`
    SELECT user_id AS "userId", session_id AS "sessionId", organization_id AS "organizationId", organization_name AS "organizationName",
      time_zone AS "timeZone", role::text AS role, email, display_name AS "displayName", avatar_file_id AS "avatarFileId", language, theme,
      color_scheme AS "colorScheme"
    FROM get_session_member(${hashOf(secret)})`)
  return member?.organizationId ? member : null
}

/** The member behind the request, looked up on the server each time: what ended or was removed counts at once. */
export const getMember = cache(async (): Promise<Member | null> => {
  const secret = await readSessionSecret()
  return secret ? getSessionMember(secret) : null
})

export async function requireMember(): Promise<Member> {
  return (await getMember()) ?? redirect(signInPath((await headers()).get(pathHeader)))
}

export const actorOf = (member: Member): Actor => ({
  organizationId: member.organizationId,
  userId: member.userId,
  sessionId: member.sessionId,
  role: member.role,
  kind: 'person',
})

import 'server-only'
import { cookies, headers } from 'next/headers'
import { recordAudit } from '@/lib/core/audit/record'
import { callGlobal, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { languageCookie, schemeCookie, themeCookie, yearInSeconds } from '@/lib/core/preferences'
import { inHome, type Home } from './accounts'
import { clientNetwork } from './client-network'
import { closeSession } from './close-session'
import { notifyNewDevice } from '../notices/causes'
import { knownDevice, rememberDevice } from './known-device'
import { getSessionPerson } from './member'
import { preferencesOf } from './shown-preferences'
import { hashOf, newSessionSecret, SESSION_DAYS } from './session-cookie'

export type OpenedSession = { id: string; secret: string }
export type SignedInBy = 'password' | 'confirmation' | 'google' | 'invitation'
type Opened = { opened: boolean }

/** Opens a session of its own for every sign-in, together with what must be done `first`; the one that the browser had ends. */
export async function openSession(
  userId: string,
  how: SignedInBy,
  first?: (db: Db, home: Home | null) => Promise<void>,
): Promise<OpenedSession> {
  const sessionId = newId()
  const secret = newSessionSecret()
  const expires = new Date(Date.now() + SESSION_DAYS * 86_400_000)
  const device = (await headers()).get('user-agent')?.slice(0, 200) ?? null
  const network = await clientNetwork()
  const isNewDevice = await opensOnNewDevice(userId)
  const open = Prisma.sql`
    SELECT open_session(${sessionId}::uuid, ${hashOf(secret)}, ${userId}::uuid, ${expires}, ${device}, ${network}) AS opened`
  await inHome(userId, async (db, home) => {
    await first?.(db, home)
    const [row] = await db.$queryRaw<[Opened]>(open)
    if (!row.opened) throw new UserError('emailUnconfirmed')
    // A person without an organization has no audit log either.
    if (!home) return
    const actor = { ...home, userId, sessionId, kind: 'person' } as const
    await recordAudit(db, actor, { event: 'session.opened', subjectId: sessionId, after: { how } })
    if (isNewDevice) await notifyNewDevice(db, home.organizationId, { id: sessionId, userId, device })
  })
  // Not before: a refused code does not sign out the user.
  await closeSession()
  await rememberDevice(userId)
  await bringPreferences(secret)
  return { id: userId, secret }
}

/** The account's very first device is no news. */
async function opensOnNewDevice(userId: string): Promise<boolean> {
  if (await knownDevice(userId)) return false
  const [account] = await callGlobal<{ before: boolean }>(Prisma.sql`SELECT has_signed_in(${userId}::uuid) AS before`)
  return account?.before ?? false
}

/**
 * The person's choice takes precedence over the device's; the language of the sign-up is for a device that has none.
 */
async function bringPreferences(secret: string) {
  const person = await getSessionPerson(secret)
  if (!person) return
  const jar = await cookies()
  const { language, theme, colorScheme } = preferencesOf(person)
  const wanted = {
    [languageCookie]: language ?? (jar.has(languageCookie) ? null : person.language),
    [themeCookie]: theme,
    [schemeCookie]: colorScheme,
  }
  for (const [name, value] of Object.entries(wanted))
    if (value) jar.set(name, value, { path: '/', maxAge: yearInSeconds, sameSite: 'lax' })
}

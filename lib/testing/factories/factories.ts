import { encode } from 'next-auth/jwt'
import { cookieName, hashOf, newSessionSecret, SESSION_DAYS } from '@/lib/identity/auth/session-cookie'
import type { Role } from '@/lib/core/permissions'
import { callGlobal, withOrganization, type Actor, type Db } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { createOrganization } from '@/lib/identity/organizations/create-organization'
import { withPlanned } from '../harnesses/database'
import { clearRequest, cookies } from '../fakes/next-headers'

export type TestOrganization = { organizationId: string; owner: Actor; legalEntityId: string }

/** The one who reads a screen. */
export const viewerOf = ({ organizationId, userId, legalEntityIds = null, ...actor }: Actor, role = actor.role) => ({
  organizationId,
  userId: userId!,
  role,
  timeZone: 'America/Sao_Paulo',
  legalEntityIds,
})

let count = 0
export const unique = (prefix: string) => `${prefix}-${++count}`

const NEW_USER = `
  INSERT INTO app_user (id, email, display_name, password_hash, language, verified_at)
  VALUES ($1, $2, $3, 'no password', 'pt', now())`

export async function createUser(displayName = unique('Pessoa')): Promise<{ userId: string; email: string }> {
  const userId = newId()
  const email = `${userId}@example.com`
  await withPlanned(null, (query) => query(NEW_USER, [userId, email, displayName]))
  return { userId, email }
}

/** The product's own statements, on a connection that has them planned: most tests make a company of their own. */
export async function createTestOrganization(name = unique('Empresa')): Promise<TestOrganization> {
  const { userId } = await createUser()
  const organizationId = newId()
  const { legalEntityId } = await withPlanned(organizationId, (query) => {
    const $executeRaw = async ({ raw }: TemplateStringsArray, ...values: unknown[]) => {
      await query(raw.map((part, at) => (at ? `$${at}${part}` : part)).join(''), values)
      return 0
    }
    return createOrganization({ $executeRaw } as unknown as Db, organizationId, {
      name,
      ownerId: userId,
      channelName: 'Venda direta',
      ownStockName: 'Estoque próprio',
    })
  })
  return { organizationId, legalEntityId, owner: { organizationId, userId, role: 'owner', kind: 'person' } }
}

/** The company that `npm start` makes, as its owner. */
export async function getDemoOwner(): Promise<Actor> {
  const [user] = await callGlobal<{ id: string }>(
    Prisma.sql`SELECT id FROM get_user_by_email('demo@mascate.example'::citext)`,
  )
  const [first] = await callGlobal<{ organization_id: string }>(
    Prisma.sql`SELECT organization_id FROM list_user_organizations(${user!.id}::uuid)`,
  )
  return { organizationId: first!.organization_id, userId: user!.id, role: 'owner', kind: 'person' }
}

export async function addMember({ organizationId }: { organizationId: string }, role: Role): Promise<Actor> {
  const { userId } = await createUser()
  await withOrganization({ organizationId }, (db) =>
    db.membership.create({ data: { organizationId, userId, role }, select: { userId: true } }),
  )
  return { organizationId, userId, role, kind: 'person' }
}

/** A call of an action as the browser sends it: the form's organization and a key of its own. */
export const envelope = ({ organizationId }: { organizationId: string }, idempotencyKey: string = newId()) => ({
  organizationId,
  idempotencyKey,
})

const OPENED = `
  SELECT set_config('app.organization_id', '', false), open_session($1::uuid, $2, $3::uuid, $4, 'test', '127.0.0.1'), switch_session_organization($2, $5::uuid)`

/** Puts a living session of the actor's user behind the next calls; the organization is the one of the actor. */
export async function signInAs(actor: Actor): Promise<{ cookie: { name: string; value: string } }> {
  clearRequest()
  const secret = newSessionSecret()
  const hash = hashOf(secret)
  const expires = new Date(Date.now() + SESSION_DAYS * 86_400_000)
  const opened = [newId(), hash, actor.userId, expires, actor.organizationId]
  await withPlanned(null, (query) => query(OPENED, opened))
  const value = await encode({ token: { secret, person: actor.userId }, secret: env().NEXTAUTH_SECRET })
  const cookie = { name: cookieName(env().NEXTAUTH_URL), value }
  ;(await cookies()).set(cookie.name, cookie.value, { secure: true, path: '/' })
  return { cookie }
}

export const signOut = clearRequest

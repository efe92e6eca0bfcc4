import { encode } from 'next-auth/jwt'
import { cookieName, hashOf, newSessionSecret, SESSION_DAYS } from '@/lib/identity/auth/session-cookie'
import type { Role } from '@/lib/core/permissions'
import { callGlobal, withOrganization, type Actor } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { createOrganization } from '@/lib/identity/organizations/create-organization'
import { withOwner } from '../harnesses/database'
import { clearRequest, cookies } from '../fakes/next-headers'

export type TestOrganization = { organizationId: string; owner: Actor; legalEntityId: string }

let count = 0
export const unique = (prefix: string) => `${prefix}-${++count}`

export async function createUser(displayName = unique('Pessoa')): Promise<{ userId: string; email: string }> {
  const userId = newId()
  const email = `${userId}@example.com`
  await withOwner(async (owner) => {
    await owner.query(`select create_user($1, $2, $3, 'no password', 'pt')`, [userId, email, displayName])
    await owner.query('update app_user set verified_at = now() where id = $1', [userId])
  })
  return { userId, email }
}

export async function createTestOrganization(name = unique('Empresa')): Promise<TestOrganization> {
  const { userId } = await createUser()
  const organizationId = newId()
  const { legalEntityId } = await withOrganization({ organizationId }, (db) =>
    createOrganization(db, organizationId, {
      name,
      ownerId: userId,
      channelName: 'Venda direta',
      ownStockName: 'Estoque próprio',
    }),
  )
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

/** Puts a living session of the actor's user behind the next calls; the organization is the one of the actor. */
export async function signInAs(actor: Actor): Promise<{ cookie: { name: string; value: string } }> {
  clearRequest()
  const secret = newSessionSecret()
  const hash = hashOf(secret)
  const expires = new Date(Date.now() + SESSION_DAYS * 86_400_000)
  await callGlobal(
    Prisma.sql`SELECT open_session(${newId()}::uuid, ${hash}, ${actor.userId}::uuid, ${expires}, 'test', '127.0.0.1')`,
  )
  await callGlobal(Prisma.sql`SELECT switch_session_organization(${hash}, ${actor.organizationId}::uuid)`)
  const value = await encode({ token: { secret, person: actor.userId }, secret: env().NEXTAUTH_SECRET })
  const cookie = { name: cookieName(env().NEXTAUTH_URL), value }
  ;(await cookies()).set(cookie.name, cookie.value, { secure: true, path: '/' })
  return { cookie }
}

export const signOut = clearRequest

import 'server-only'
import { randomBytes } from 'node:crypto'
import { recordAudit } from '@/lib/core/audit/record'
import { callGlobal, withOrganization, type Db } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { getHomeOrganization } from './accounts'
import { hashOf } from './session-cookie'

const LINK_HOURS = 24

/** The effect of a link: the account as this one registration described it. */
export type OpenLink = {
  userId: string
  email: string
  registrationId: string
  displayName: string
  companyName: string | null
  passwordHash: string
}

/** Adds a link of the registration, or nothing once its address is confirmed. Only the hash of the token is kept. */
export async function makeConfirmationLink(registrationId: string): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(Date.now() + LINK_HOURS * 3_600_000)
  const [row] = await callGlobal<{ made: boolean }>(
    Prisma.sql`SELECT create_confirmation(${hashOf(token)}, ${registrationId}::uuid, ${expires}) AS made`,
  )
  if (!row?.made) return undefined
  const link = new URL('/auth/callback', env().NEXTAUTH_URL)
  link.searchParams.set('token', token)
  return link.toString()
}

/** The link while it can be used; else a UserError that says why not. */
export async function getOpenLink(token: string): Promise<OpenLink> {
  const [link] = await callGlobal<OpenLink & { state: string }>(Prisma.sql`
    SELECT state, user_id AS "userId", email, registration_id AS "registrationId", display_name AS "displayName",
      company_name AS "companyName", password_hash AS "passwordHash"
    FROM get_confirmation(${hashOf(token)})`)
  if (!link) throw new UserError('linkUnknown')
  if (link.state !== 'open') throw new UserError(link.state === 'expired' ? 'linkExpired' : 'linkUsed')
  return link
}

/** Uses the link, once: the account and its company become what the link's registration said. */
export async function redeemLink(token: string, link: OpenLink): Promise<void> {
  const home = await getHomeOrganization(link.userId)
  if (!home) throw new UserError('linkUnknown')
  await withOrganization(home, async (db) => {
    const confirmed = await db.$queryRaw<unknown[]>`SELECT user_id FROM confirm_email(${hashOf(token)})`
    if (confirmed.length === 0) throw new UserError('linkUsed')
    if (link.companyName) await nameCompany(db, { ...link, ...home, name: link.companyName })
  })
}

/**
 * The company was made by the address's first registration, which may have been another person's. It has had no visitor
 * yet.
 */
async function nameCompany(
  db: Db,
  { organizationId, userId, name }: { organizationId: string; userId: string; name: string },
) {
  const { name: before } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { name: true },
  })
  if (before === name) return
  await db.organization.update({ where: { id: organizationId }, data: { name }, select: { id: true } })
  await db.legalEntity.updateMany({ where: { organizationId, name: before }, data: { name } })
  const actor = { organizationId, userId, role: 'owner', kind: 'person' } as const
  await recordAudit(db, actor, {
    event: 'organization.updated',
    subjectId: organizationId,
    before: { name: before },
    after: { name },
  })
}

import { Readable } from 'node:stream'
import { callGlobal, withOrganization } from '@/lib/core/db'
import { recordFile, writeFile } from '@/lib/core/files/store'
import { Prisma } from '@/lib/generated/prisma/client'
import { hashOf, newSessionSecret } from '@/lib/identity/auth/session-cookie'
import { newId } from '@/lib/core/ids'
import { randomBytes } from 'node:crypto'
import { inspect, withOwner } from '../harnesses/database'
import { addMember, createTestOrganization, type TestOrganization } from '../factories/factories'

const later = () => new Date(Date.now() + 3_600_000)
const emailOf = (userId: string | null) => `${userId}@example.com`

export const session = async ({ owner }: TestOrganization): Promise<string> => {
  const [id, expires] = [newId(), new Date(Date.now() + 3_600_000)]
  await callGlobal(
    Prisma.sql`SELECT open_session(${id}::uuid, ${hashOf(newSessionSecret())}, ${owner.userId}::uuid, ${expires}, 'test', '127.0.0.1')`,
  )
  return id
}

async function member(company: TestOrganization) {
  const { userId } = await addMember(company, 'viewer')
  return { userId: userId!, version: 1 }
}

async function invitation(
  { organizationId, owner }: TestOrganization,
  email = `${newId()}@example.com`,
): Promise<string> {
  const id = newId()
  const hash = Uint8Array.from(randomBytes(32))
  const data = {
    organizationId,
    id,
    hash,
    email,
    role: 'viewer',
    invitedBy: owner.userId!,
    expiresAt: later(),
  } as const
  await withOrganization({ organizationId }, (db) => db.invitation.create({ data, select: { id: true } }))
  return id
}

/** One that waits for the company's owner, from a company that is neither of the two under test. */
const waiting = async ({ owner }: TestOrganization) => invitation(await createTestOrganization(), emailOf(owner.userId))

/** A member without a password confirms with a fresh sign-in. */
export const dropPassword = ({ owner }: TestOrganization) =>
  withOwner((database) => database.query('update app_user set password_hash = null where id = $1', [owner.userId]))

export async function listExport(company: TestOrganization, state: 'waiting' | 'done'): Promise<string> {
  const { organizationId, owner } = company
  const id = newId()
  const file = state === 'done' ? await writeFile(organizationId, Readable.from(['a']), 10) : null
  const filter = { query: '', language: 'pt', madeAs: { role: 'owner', legalEntityIds: null } }
  await withOrganization({ organizationId }, async (db) => {
    if (file) await recordFile(db, owner, file, { kind: 'export', name: 'a.csv', expiresAt: later() })
    const data = { kind: 'products', format: 'csv', filter, state, fileId: file?.id, createdBy: owner.userId! }
    await db.export.create({ data: { organizationId, id, ...data }, select: { id: true } })
  })
  return id
}

export const connectDrive = ({ organizationId, owner }: TestOrganization) =>
  inspect(
    organizationId,
    `with connected as (insert into drive_connection (organization_id, account_email, refresh_token, scope, folder_name, connected_by)
       values ($1, 'a@example.com', 'ciphertext-of-a-token', 'drive.file', 'Pasta', $2))
     update organization set base_folder = 'folder' where organization_id = $1`,
    [organizationId, owner.userId],
  )

async function notice({ organizationId, owner }: TestOrganization): Promise<string> {
  const id = newId()
  const data = { organizationId, id, userId: owner.userId!, kind: 'memberJoined', key: id }
  await withOrganization({ organizationId }, (db) => db.notification.create({ data, select: { id: true } }))
  return id
}

export async function avatar({ owner }: TestOrganization): Promise<string> {
  const id = newId()
  await callGlobal(Prisma.sql`SELECT set_avatar(${owner.userId}::uuid, ${id}::uuid, ${Buffer.from('a')})::text`)
  return id
}

/** As actionSamples, for people and what belongs to their accounts. */
export const accountSamples: Record<string, (company: TestOrganization) => Promise<object>> = {
  'accept-waiting': async (company) => ({ id: await waiting(company) }),
  'export.cancel': async (company) => ({ exportId: await listExport(company, 'waiting') }),
  'export.repeat': async (company) => ({ exportId: await listExport(company, 'done') }),
  'export.save': async (company) => {
    await connectDrive(company)
    return { exportId: await listExport(company, 'done') }
  },
  'member.change': async (company) => ({
    role: 'accountant',
    legalEntityIds: [company.legalEntityId],
    ...(await member(company)),
  }),
  'member.endSessions': async (company) => {
    const member = await addMember(company, 'viewer')
    await session({ ...company, owner: member })
    return { userId: member.userId! }
  },
  'member.invite': async ({ legalEntityId }) => ({
    email: `${newId()}@example.com`,
    role: 'accountant',
    legalEntityIds: [legalEntityId],
  }),
  'member.inviteAgain': async (company) => ({ id: await invitation(company) }),
  'member.remove': member,
  'member.revokeInvitation': async (company) => ({ id: await invitation(company) }),
  'notification.markRead': async (company) => ({ ids: [await notice(company)] }),
  'session.end': async (company) => ({ sessionId: await session(company) }),
  'organization.transfer': async (company) => {
    await dropPassword(company)
    return { userId: (await member(company)).userId }
  },
}

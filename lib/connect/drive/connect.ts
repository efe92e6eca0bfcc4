import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { recordAudit } from '@/lib/core/audit/record'
import { actorOf, type Member } from '@/lib/identity/auth/member'
import { deleteEncryptedCookie, readEncryptedCookie, writeEncryptedCookie } from '@/lib/identity/auth/encrypted-cookie'
import { withOrganization, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { keepAccessToken, encryptRefreshToken, withdrawGrant } from './access'
import { getFolder, type DriveFolder } from './client'
import { consentAddress, driveScope, emailOf, exchangeCode, revokeGrant } from './google'

const SECONDS = 600

/** One consent under way: whose, and the proof that its answer comes back to the browser that asked. */
const consentCookie = {
  name: 'mascate-drive',
  schema: z.object({
    state: z.uuid(),
    verifier: z.string(),
    userId: z.uuid(),
    sessionId: z.uuid(),
    organizationId: z.uuid(),
  }),
  seconds: SECONDS,
  path: '/api/drive',
}

/** Prepares a consent and answers where to ask for it. */
export async function beginConnecting(actor: Actor): Promise<{ url: string }> {
  const { organizationId, userId, sessionId } = actor
  if (!userId || !sessionId) throw new UserError('signedOut')
  const state = newId()
  const verifier = randomBytes(48).toString('base64url')
  const url = consentAddress({ state, verifier })
  await writeEncryptedCookie(consentCookie, { state, verifier, userId, sessionId, organizationId })
  return { url }
}

const answered = z.object({
  state: z.uuid(),
  code: z.string().min(1).max(2000).optional(),
  error: z.string().optional(),
})

/** Takes Google's answer. Whatever is wrong with it, nothing has changed. Answers what became of a folder that was chosen before. */
export async function finishConnecting(
  member: Member,
  query: Record<string, string>,
): Promise<{ folder: 'none' | 'found' | 'notFound' }> {
  const { code, verifier } = await claimAnswer(member, query)
  const grant = await exchangeCode(code, verifier)
  const isEnough = grant.scope.split(' ').includes(driveScope) && grant.refresh_token !== undefined
  const email = emailOf(grant)
  if (!isEnough || !email) {
    await revokeGrant(grant.refresh_token ?? grant.access_token)
    throw new UserError('driveScopeMissing')
  }
  const { organizationId } = member
  const refreshToken = encryptRefreshToken(organizationId, grant.refresh_token!)
  await withOrganization(member, async (db) => {
    const connection = {
      accountEmail: email,
      refreshToken,
      scope: grant.scope,
      connectedBy: member.userId,
      connectedAt: new Date(),
      checkedAt: null,
      errorCode: null,
    }
    await db.driveConnection.upsert({
      where: { organizationId },
      create: { organizationId, ...connection },
      update: { ...connection, folderName: null },
      select: { organizationId: true },
    })
    await recordAudit(db, actorOf(member), { event: 'drive.connected', subjectId: organizationId })
  })
  keepAccessToken(organizationId, grant, refreshToken)
  return { folder: await findFolderAgain(actorOf(member)) }
}

/** The answer belongs to a consent that this member began here, in this organization, within its minutes, and is the first one. */
async function claimAnswer(member: Member, query: Record<string, string>) {
  const begun = await readEncryptedCookie(consentCookie)
  await deleteEncryptedCookie(consentCookie)
  const answer = answered.safeParse(query).data
  if (!begun || !answer || answer.state !== begun.state) throw new UserError('driveStateMissing')
  const isOwn = begun.userId === member.userId && begun.sessionId === member.sessionId
  if (!isOwn || begun.organizationId !== member.organizationId) throw new UserError('driveStateForeign')
  if (!(await claimState(member, answer.state))) throw new UserError('driveStateReused')
  if (answer.error || !answer.code) throw new UserError('driveDenied')
  return { code: answer.code, verifier: begun.verifier }
}

// The browser forgets the cookie, but a copy of it would still open: the state itself is taken once, in the database.
async function claimState({ organizationId, userId }: Member, state: string): Promise<boolean> {
  const bodyHash = Uint8Array.from(createHash('sha256').update(state).digest())
  const claimed = await withOrganization(
    { organizationId },
    (db) => db.$executeRaw`
      INSERT INTO idempotency (organization_id, route, key, user_id, body_hash, expires_at)
      VALUES (${organizationId}::uuid, 'drive.consent', ${state}, ${userId}::uuid, ${bodyHash}, now() + make_interval(secs => ${2 * SECONDS}))
      ON CONFLICT DO NOTHING`,
  )
  return claimed === 1
}

/** The folder chosen before stays chosen where the new grant still sees it. */
async function findFolderAgain({ organizationId }: Actor): Promise<'none' | 'found' | 'notFound'> {
  const { baseFolder } = await withOrganization({ organizationId }, (db) =>
    db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { baseFolder: true } }),
  )
  if (!baseFolder) return 'none'
  const folder = await getFolder(organizationId, baseFolder).catch((error: unknown): DriveFolder | null => {
    if (error instanceof UserError) return null
    throw error
  })
  await withOrganization({ organizationId }, async (db) => {
    if (folder) await db.driveConnection.updateMany({ where: { organizationId }, data: { folderName: folder.name } })
    else
      await db.organization.update({
        where: { id: organizationId },
        data: { baseFolder: null, version: { increment: 1 } },
        select: { id: true },
      })
  })
  return folder ? 'found' : 'notFound'
}

/** Withdraws the grant at Google, as far as it answers, and forgets the connection in any case. The folder's id stays, for a return. */
export async function disconnectDrive(actor: Actor): Promise<null> {
  const { organizationId } = actor
  const encrypted = await withOrganization(actor, async (db) => {
    const driveConnection = await db.driveConnection.findUnique({
      where: { organizationId },
      select: { refreshToken: true },
    })
    if (!driveConnection) return null
    await db.driveConnection.deleteMany({ where: { organizationId } })
    await recordAudit(db, actor, { event: 'drive.disconnected', subjectId: organizationId })
    return driveConnection.refreshToken
  })
  if (encrypted) await withdrawGrant(organizationId, encrypted)
  return null
}

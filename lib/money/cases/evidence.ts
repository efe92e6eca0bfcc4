import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { maxReceiptBytes } from '../expenses/receipt-limits'
import { documentType, receiveDocument, unclaimedUntil } from '@/lib/core/files/receive-document'
import { getFile, openAs } from '@/lib/core/files/store'
import { asId } from '@/lib/core/keyset'
import { maxFiles, type CaseFileInput } from './schema'

const maxProofBytes = maxReceiptBytes
const uploadLimit = { name: 'caseProofUpload', points: 200, seconds: 600 }

/** Keeps what proves a case until one names it. */
export const receiveProof = (actor: Actor, request: Request) =>
  receiveDocument(actor, request, {
    kind: 'caseProof',
    limit: uploadLimit,
    maxBytes: maxProofBytes,
    fallbackName: 'prova',
  })

/** Keeps uploaded files with every case that is opened with them. */
export async function claimEvidence(db: Db, organizationId: string, caseIds: string[], fileIds: string[]) {
  if (fileIds.length === 0) return
  const ids = [...new Set(fileIds)]
  const { count } = await db.storedFile.updateMany({
    where: { organizationId, id: { in: ids }, kind: 'caseProof', expiresAt: { gt: new Date() } },
    data: { expiresAt: null },
  })
  if (count < ids.length) throw new UserError('notFound', { fields: { fileIds: ['cases.fields.fileGone'] } })
  await db.caseFile.createMany({
    data: caseIds.flatMap((caseId) => ids.map((fileId) => ({ organizationId, caseId, fileId }))),
  })
}

/** One at a time changes what proves a case, so that what is counted still holds when it is added to. */
const lockCase = async (db: Db, organizationId: string, id: string) => {
  const [row] = await db.$queryRaw<{ number: number }[]>`
    SELECT number FROM recovery_case WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR UPDATE`
  if (!row) throw new UserError('notFound')
  return row
}

export const addProof = (actor: Actor, { id, fileId }: CaseFileInput): Promise<{ id: string }> =>
  writeOnce(actor, async (db) => {
    const { organizationId } = actor
    const { number } = await lockCase(db, organizationId, id)
    if ((await db.caseFile.count({ where: { organizationId, caseId: id } })) >= maxFiles)
      throw new UserError('caseFilesFull', { values: { max: maxFiles } })
    await claimEvidence(db, organizationId, [id], [fileId])
    await recordAudit(db, actor, { event: 'case.fileAdded', subjectId: id, after: { number, fileId } })
    return { id }
  })

/** Proof that no other case shows expires; it can be named again within a day. */
export const removeProof = (actor: Actor, { id, fileId }: CaseFileInput): Promise<{ id: string }> =>
  writeOnce(actor, async (db) => {
    const { organizationId } = actor
    const { number } = await lockCase(db, organizationId, id)
    const { count } = await db.caseFile.deleteMany({ where: { organizationId, caseId: id, fileId } })
    if (count === 0) throw new UserError('notFound')
    if ((await db.caseFile.count({ where: { organizationId, fileId } })) === 0)
      await db.storedFile.updateMany({ where: { organizationId, id: fileId }, data: { expiresAt: unclaimedUntil() } })
    await recordAudit(db, actor, { event: 'case.fileRemoved', subjectId: id, before: { number, fileId } })
    return { id }
  })

/** By a case that the viewer sees: without the case there is no proof. */
export async function openProof(viewer: Pick<Member, 'organizationId' | 'role' | 'legalEntityIds'>, given: unknown) {
  if (!can(viewer.role, 'reconciliation.read')) throw new UserError('permissionDenied')
  const [fileId, { organizationId }] = [asId(given), viewer]
  const file = await withOrganization(viewer, async (db) => {
    const matches = fileId
      ? await db.recoveryCase.findFirst({
          where: { organizationId, files: { some: { organizationId, fileId } } },
          select: { id: true },
        })
      : null
    return matches && getFile(db, organizationId, fileId!)
  })
  if (file?.kind !== 'caseProof') throw new UserError('notFound')
  return openAs(documentType(file.name), file)
}

import 'server-only'
import { Readable } from 'node:stream'
import { recordAudit } from '@/lib/core/audit/record'
import type { Member } from '@/lib/identity/auth/member'
import { withOrganization, type Actor } from '@/lib/core/db'
import { seesEvidence } from '../dispatch/papers'
import { UserError } from '@/lib/core/errors'
import { encodePicture } from '@/lib/core/files/encode-picture'
import { getFile, openFile, recordFile, removeFile, writeFile } from '@/lib/core/files/store'
import { newId } from '@/lib/core/ids'
import { asId } from '@/lib/core/keyset'
import { toWebStream } from '@/lib/core/http/web-stream'
import { maxEvidenceBytes, type AddEvidenceInput } from './schema'

const SIDE_PX = 1600
/** A photo may show the label, and so the buyer's address: it goes when a return, a dispute and their claims are over. */
const KEPT_DAYS = 180

/** Keeps a photo of what was packed, or of what came back. As with a product's photo the call's key is not claimed. */
export async function addEvidence(
  actor: Actor,
  { orderId, returnId, photo }: AddEvidenceInput,
): Promise<{ id: string }> {
  const { organizationId, userId } = actor
  const encoded = await encodePicture(actor, new Uint8Array(await photo.arrayBuffer()), (picture) =>
    picture.resize({ width: SIDE_PX, height: SIDE_PX, fit: 'inside', withoutEnlargement: true }),
  )
  if (!encoded) throw new UserError('photoInvalid', { fields: { photo: ['bench.fields.photoInvalid'] } })
  const file = await writeFile(organizationId, Readable.from([encoded]), maxEvidenceBytes)
  const expiresAt = new Date(Date.now() + KEPT_DAYS * 86_400_000)
  try {
    return await withOrganization(actor, async (db) => {
      const order = await db.order.findUnique({
        where: { organizationId_id: { organizationId, id: orderId } },
        select: { id: true },
      })
      const back =
        returnId &&
        (await db.orderReturn.findFirst({ where: { organizationId, id: returnId, orderId }, select: { id: true } }))
      if (!order || (returnId && !back)) throw new UserError('notFound')
      await recordFile(db, actor, file, { kind: 'evidence', name: 'prova.webp', expiresAt })
      const id = newId()
      await db.orderEvidence.create({
        data: { organizationId, id, orderId, returnId, fileId: file.id, takenBy: userId },
        select: { id: true },
      })
      await recordAudit(db, actor, {
        event: 'order.evidenceAdded',
        subjectId: orderId,
        after: { evidence: id, returnId },
      })
      return { id }
    })
  } catch (error) {
    await removeFile(file.place)
    throw error
  }
}

/** The picture's door: by the evidence, so that only who works at the bench sees a label. */
export async function openEvidence(viewer: Pick<Member, 'organizationId' | 'role'>, id: unknown) {
  const evidenceId = asId(id)
  if (!evidenceId) return null
  const { organizationId } = viewer
  const file = await withOrganization(viewer, async (db) => {
    const orderEvidence = await db.orderEvidence.findUnique({
      where: { organizationId_id: { organizationId, id: evidenceId } },
      select: { fileId: true, returnId: true, order: { select: { status: true, shippedAt: true } } },
    })
    if (!orderEvidence) return null
    const where = { organizationId_id: { organizationId, id: orderEvidence.returnId ?? '' } }
    const back = orderEvidence.returnId ? await db.orderReturn.findUnique({ where, select: { state: true } }) : null
    if (!seesEvidence(viewer, orderEvidence.order, back?.state ?? null)) throw new UserError('permissionDenied')
    return getFile(db, organizationId, orderEvidence.fileId)
  })
  if (file?.kind !== 'evidence') return null
  return { bytes: file.bytes, content: toWebStream(await openFile(file)) }
}

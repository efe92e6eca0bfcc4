import 'server-only'
import type { Member } from '../auth/member'
import { withOrganization } from '../db'
import { UserError } from '../errors'
import { getFile, openFile } from '../files/store'
import { asId } from '../keyset'
import { toWebStream } from '../web-stream'
import { opensInvoice, showRuns } from './papers'
import { getRun } from './run-record'

export type OpenedFile = { name: string; type: string; bytes: bigint; stream: ReadableStream<Uint8Array> }

async function openStored(member: Member, id: string, kind: 'label' | 'invoice'): Promise<OpenedFile> {
  const stored = await withOrganization(member, (db) => getFile(db, member.organizationId, id))
  if (!stored || stored.kind !== kind) throw new UserError('notFound')
  const isPdf = kind === 'label' || /\.pdf$/i.test(stored.name)
  return {
    name: stored.name,
    type: isPdf ? 'application/pdf' : 'application/xml',
    bytes: stored.bytes,
    stream: toWebStream(await openFile(stored)),
  }
}

/** The labels that a run has bound together. */
export async function openRunFile(member: Member, id: unknown): Promise<OpenedFile> {
  const runId = asId(id)
  const run =
    runId &&
    (await withOrganization(member, async (db) => {
      const found = await getRun(db, member.organizationId, runId)
      const [shown] = found ? await showRuns(db, member, [found]) : []
      return found && { fileId: found.fileId, opens: shown?.hasFile }
    }))
  if (!run || !run.fileId) throw new UserError('notFound')
  if (!run.opens) throw new UserError('permissionDenied')
  return openStored(member, run.fileId, 'label')
}

/** An invoice as it was uploaded. */
export async function openInvoice(member: Member, id: unknown): Promise<OpenedFile> {
  const documentId = asId(id)
  const document =
    documentId &&
    (await withOrganization(member, (db) =>
      db.fiscalDocument.findUnique({
        where: { organizationId_id: { organizationId: member.organizationId, id: documentId } },
        select: { fileId: true, order: { select: { status: true, shippedAt: true } } },
      }),
    ))
  if (!document || !document.fileId) throw new UserError('notFound')
  if (!opensInvoice(member, document.order)) throw new UserError('permissionDenied')
  return openStored(member, document.fileId, 'invoice')
}

import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { getFile, openAs, type OpenedFile } from '@/lib/core/files/store'
import { asId } from '@/lib/core/keyset'
import { opensInvoice, showRuns } from './papers'
import { getRun } from './run-record'

async function openStored(member: Member, id: string, kind: 'label' | 'invoice'): Promise<OpenedFile> {
  const stored = await withOrganization(member, (db) => getFile(db, member.organizationId, id))
  if (!stored || stored.kind !== kind) throw new UserError('notFound')
  return openAs(typeOf(stored.name), stored)
}

/** Commands for a thermal printer are handed to it as they are: no reader opens them. */
function typeOf(name: string): string {
  if (/\.zpl$/i.test(name)) return 'application/octet-stream'
  return /\.pdf$/i.test(name) ? 'application/pdf' : 'application/xml'
}

export type RunFileForm = 'pdf' | 'a4' | 'zpl'

/** The labels that a run has bound together: a page each, four on a sheet of A4, or those for a thermal printer. */
export async function openRunFile(member: Member, id: unknown, form: RunFileForm = 'pdf'): Promise<OpenedFile> {
  const runId = asId(id)
  const run =
    runId &&
    (await withOrganization(member, async (db) => {
      const run = await getRun(db, member.organizationId, runId)
      const [shown] = run ? await showRuns(db, member, [run]) : []
      if (!run || !shown) return null
      if (form === 'zpl') return { fileId: run.thermalFileId, opens: shown.thermalLabels > 0 }
      if (form === 'a4') return { fileId: run.sheetFileId, opens: shown.sheetLabels > 0 }
      return { fileId: run.fileId, opens: shown.hasFile }
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

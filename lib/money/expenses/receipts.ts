import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { documentType, receiveDocument, unclaimedUntil } from '@/lib/core/files/receive-document'
import { getFile, openAs } from '@/lib/core/files/store'
import { asId } from '@/lib/core/keyset'
import { maxReceiptBytes } from './receipt-limits'

const uploadLimit = { name: 'receiptUpload', points: 200, seconds: 600 }

/** Keeps a receipt for an expense that is saved next. */
export const receiveReceipt = (actor: Actor, request: Request) =>
  receiveDocument(actor, request, {
    kind: 'receipt',
    limit: uploadLimit,
    maxBytes: maxReceiptBytes,
    fallbackName: 'recibo',
  })

/** Keeps an uploaded receipt with the one expense that names it. */
export async function claimReceipt(db: Db, organizationId: string, fileId: string | null): Promise<void> {
  if (!fileId) return
  const { count } = await db.storedFile.updateMany({
    where: { organizationId, id: fileId, kind: 'receipt', expiresAt: { gt: new Date() } },
    data: { expiresAt: null },
  })
  if (count === 0) throw new UserError('notFound', { fields: { fileId: ['expenses.fields.receiptGone'] } })
}

/** The expense's earlier receipt expires; it can be named again within a day. */
export async function replaceReceipt(db: Db, organizationId: string, before: string | null, after: string | null) {
  if (before === after) return
  await claimReceipt(db, organizationId, after)
  if (!before) return
  await db.storedFile.updateMany({ where: { organizationId, id: before }, data: { expiresAt: unclaimedUntil() } })
}

/** Opens a receipt by its expense: without the right to the one there is no way to the other. */
export async function openReceipt(viewer: Pick<Member, 'organizationId' | 'role' | 'legalEntityIds'>, id: unknown) {
  if (!can(viewer.role, 'money.read')) throw new UserError('permissionDenied')
  const expenseId = asId(id)
  const { organizationId } = viewer
  const file = await withOrganization(viewer, async (db) => {
    const expense = expenseId
      ? await db.expense.findFirst({
          where: { organizationId, id: expenseId, voidedAt: null },
          select: { fileId: true },
        })
      : null
    return expense?.fileId ? getFile(db, organizationId, expense.fileId) : null
  })
  if (file?.kind !== 'receipt') throw new UserError('notFound')
  return openAs(documentType(file.name), file)
}

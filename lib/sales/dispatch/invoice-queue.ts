import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { FiscalKind, FiscalState } from '@/lib/generated/prisma/enums'
import { ordersAtOnce } from './schema'

export type InvoiceDocument = {
  id: string
  kind: FiscalKind
  state: FiscalState
  accessKey: string | null
  number: string | null
  series: string | null
  totalCents: bigint | null
  reason: string | null
  fileName: string | null
  /** There is a file, and the viewer may open it. */
  opens: boolean
  createdAt: Date
}

const fields = {
  id: true,
  kind: true,
  state: true,
  accessKey: true,
  number: true,
  series: true,
  totalCents: true,
  reason: true,
  fileName: true,
  fileId: true,
  createdAt: true,
} as const

type Stored = Omit<InvoiceDocument, 'opens'> & { fileId: string | null }
const viewOf = ({ fileId, ...document }: Stored, opens: boolean): InvoiceDocument => ({
  ...document,
  opens: opens && fileId !== null,
})

const SHOWN = 100

/** Files that named no order, newest first. */
export async function listUnmatchedFor(viewer: Pick<Member, 'organizationId' | 'role'>): Promise<InvoiceDocument[]> {
  const { organizationId, role } = viewer
  if (!can(role, 'order.create')) throw new UserError('permissionDenied')
  const fiscalDocuments = await withOrganization(viewer, (db) =>
    db.fiscalDocument.findMany({
      where: { organizationId, orderId: null, state: 'received' },
      select: fields,
      orderBy: { createdAt: 'desc' },
      take: SHOWN,
    }),
  )
  return fiscalDocuments.map((document) => viewOf(document, true))
}

/**
 * Orders that wait for their invoice and have its file here, not yet sent: also those that were matched by hand. Looked up order by order:
 * the documents of all years are far more than the orders that wait.
 */
export async function listReadyToSendFor(viewer: Pick<Member, 'organizationId' | 'role'>): Promise<string[]> {
  const { organizationId, role } = viewer
  if (!can(role, 'order.create')) throw new UserError('permissionDenied')
  const rows = await withOrganization(
    viewer,
    (db) => db.$queryRaw<{ id: string }[]>`
      SELECT o.id FROM orders o CROSS JOIN LATERAL (
        SELECT FROM fiscal_document d WHERE d.organization_id = ${organizationId}::uuid AND d.order_id = o.id AND d.state = 'received' LIMIT 1) d
      WHERE o.organization_id = ${organizationId}::uuid AND o.status IN ('confirmed', 'processing')
        AND o.status = 'confirmed' AND o.platform = 'shopee'
      ORDER BY o.id LIMIT ${ordersAtOnce}`,
  )
  return rows.map(({ id }) => id)
}

/** An order's invoices, the last one first. */
export async function listOrderInvoices(
  db: Db,
  organizationId: string,
  orderId: string,
  opens: boolean,
): Promise<InvoiceDocument[]> {
  const fiscalDocuments = await db.fiscalDocument.findMany({
    where: { organizationId, orderId },
    select: fields,
    orderBy: { id: 'desc' },
    take: 10,
  })
  return fiscalDocuments.map((document) => viewOf(document, opens))
}

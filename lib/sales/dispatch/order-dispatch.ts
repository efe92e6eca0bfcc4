import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization } from '@/lib/core/db'
import type { InvoiceState } from '@/lib/generated/prisma/enums'
import { listOrderInvoices, type InvoiceDocument } from './invoice-queue'
import { listParcels, type Parcel } from './order-details'
import { opensInvoice } from './papers'

export type OrderDispatch = {
  orderId: string
  code: string
  parcels: Parcel[]
  invoices: InvoiceDocument[]
  invoiceState: InvoiceState | null
  invoiceReason: string | null
  cancellationAsked: boolean
  isOpen: boolean
  canShip: boolean
  canDecide: boolean
  /** The order's own sum, against which an invoice is held. */
  isFulfilledByPlatform: boolean
}

/** The open steps of the marketplace and the seller for an order; null for one of no connected marketplace. */
export async function getOrderDispatchFor(
  viewer: Pick<Member, 'organizationId' | 'role'>,
  orderId: string,
): Promise<OrderDispatch | null> {
  const { organizationId, role } = viewer
  return withOrganization(viewer, async (db) => {
    const order = await db.order.findUnique({
      where: { organizationId_id: { organizationId, id: orderId } },
      select: {
        platform: true,
        externalCode: true,
        status: true,
        shippedAt: true,
        invoiceState: true,
        invoiceReason: true,
        cancellationAsked: true,
        fulfilledByPlatform: true,
      },
    })
    if (!order || order.platform !== 'shopee' || !order.externalCode) return null
    const parcels = await listParcels(db, organizationId, [orderId])
    const mayReadInvoices = can(role, 'invoice.open')
    const invoices = mayReadInvoices
      ? await listOrderInvoices(db, organizationId, orderId, opensInvoice(viewer, order))
      : []
    if (parcels.length === 0 && invoices.length === 0 && order.invoiceState === null) return null
    return {
      orderId,
      code: order.externalCode,
      parcels,
      invoices,
      invoiceState: order.invoiceState,
      invoiceReason: order.invoiceReason,
      cancellationAsked: order.cancellationAsked,
      isOpen: order.status === 'confirmed' || order.status === 'processing',
      canShip: can(role, 'order.create') && !order.fulfilledByPlatform,
      canDecide: can(role, 'order.cancelPaid'),
      isFulfilledByPlatform: order.fulfilledByPlatform,
    }
  })
}

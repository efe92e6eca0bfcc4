import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { findOrdersByCode } from '@/lib/insight/palette/find'
import type { ToolViewer } from './contract'
import { namedInput } from './named-input'

export const orderInput = namedInput(64).describe("The code of one order, the company's or the marketplace's, whole")

export type OrderMatch = { id: string; code: string; externalCode: string | null }

/**
 * Finds it by its whole code; null where the viewer sees none. The newest of two marketplaces' orders with one code.
 */
export async function findOrderByCode(viewer: ToolViewer, code: string): Promise<OrderMatch | null> {
  const { organizationId } = viewer
  const orders = await withOrganization(viewer, (db) => findOrdersByCode(db, organizationId, code))
  const wanted = code.toUpperCase()
  return orders.find((order) => order.code === wanted || order.externalCode === wanted) ?? null
}

/** The payout of an order is stored under the marketplace's code, also for an order that is unknown here. */
export const findSettlementByCode = (viewer: ToolViewer, code: string) =>
  withOrganization(viewer, (db) =>
    db.settlement.findFirst({
      where: { organizationId: viewer.organizationId, externalCode: code.toUpperCase() },
      orderBy: { localDay: 'desc' },
      select: { id: true },
    }),
  )

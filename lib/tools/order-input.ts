import 'server-only'
import { withOrganization } from '../db'
import type { ToolViewer } from './contract'
import { namedInput } from './named-input'

export const orderInput = namedInput(64).describe("The code of one order, the company's or the marketplace's, whole")

export type FoundOrder = { id: string; code: string; externalCode: string | null }

/** By its whole code; null where the viewer sees none. Of two marketplaces with one code it is the newest. */
export const findOrderByCode = ({ organizationId, ...viewer }: ToolViewer, code: string): Promise<FoundOrder | null> =>
  withOrganization({ organizationId, ...viewer }, (db) =>
    db.order.findFirst({
      where: { organizationId, OR: [{ code: code.toUpperCase() }, { externalCode: code.toUpperCase() }] },
      orderBy: { placedAt: 'desc' },
      select: { id: true, code: true, externalCode: true },
    }),
  )

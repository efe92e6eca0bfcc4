import 'server-only'
import { asDay } from '@/lib/core/database/days'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import type { SellerType } from '@/lib/generated/prisma/enums'

/** Until that day, not included, an outlet was of this legal entity. */
export type FormerEntity = { untilDay: Day; legalEntityId: string; entityName: string; sellerType: SellerType }

/** Of each shop and channel that went over to another entity, oldest first: few rows, of most companies none. */
export async function listFormerEntities(db: Db, organizationId: string): Promise<Map<string, FormerEntity[]>> {
  const rows = await db.formerEntity.findMany({
    where: { organizationId },
    orderBy: [{ outletId: 'asc' }, { untilDay: 'asc' }],
    select: {
      outletId: true,
      untilDay: true,
      legalEntityId: true,
      legalEntity: { select: { name: true, sellerType: true } },
    },
  })
  const former = new Map<string, FormerEntity[]>()
  for (const { outletId, untilDay, legalEntityId, legalEntity } of rows)
    former.set(outletId, [
      ...(former.get(outletId) ?? []),
      { untilDay: asDay(untilDay), legalEntityId, entityName: legalEntity.name, sellerType: legalEntity.sellerType },
    ])
  return former
}

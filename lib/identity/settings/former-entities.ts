import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import type { SellerType } from '@/lib/generated/prisma/enums'

/** Until that day, not included, an outlet was of this legal entity. */
export type FormerEntity = { untilDay: Day; legalEntityId: string; entityName: string; sellerType: SellerType }

/** The turns of each shop and channel that went over to another entity, oldest first, as far as the reader may see those: few rows. */
export async function listFormerEntities(db: Db, organizationId: string): Promise<Map<string, FormerEntity[]>> {
  const rows = await db.$queryRaw<(FormerEntity & { outletId: string })[]>`
    SELECT f.outlet_id AS "outletId", to_char(f.until_day, 'YYYY-MM-DD') AS "untilDay", e.id AS "legalEntityId", e.name AS "entityName",
      e.seller_type::text AS "sellerType"
    FROM former_entity f JOIN legal_entity e ON e.organization_id = f.organization_id AND e.id = f.legal_entity_id
    WHERE f.organization_id = ${organizationId}::uuid ORDER BY f.outlet_id, f.until_day`
  const former = new Map<string, FormerEntity[]>()
  for (const { outletId, ...row } of rows) former.set(outletId, [...(former.get(outletId) ?? []), row])
  return former
}

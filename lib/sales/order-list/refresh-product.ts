import 'server-only'
import { withOrganization } from '@/lib/core/db'

const ORDERS_AT_ONCE = 500
/** Ids are read for many batches at a time: each reading goes through all that the product was sold in. */
const IDS_AT_ONCE = 20_000
const TIMEOUT_MS = 60_000
const firstId = '00000000-0000-0000-0000-000000000000'

type Renamed = { organizationId: string; productId: string }

/**
 * Rewrites the search rows of the orders that hold a product. Each batch is done on its own; run again it changes
 * nothing twice.
 */
export async function refreshProductOrders(
  { organizationId, productId }: Renamed,
  { idsAtOnce = IDS_AT_ONCE, ordersAtOnce = ORDERS_AT_ONCE } = {},
): Promise<void> {
  for (let after: string | undefined = firstId; after;) {
    const place: string = after
    const rows = await withOrganization(
      { organizationId },
      (db) => db.$queryRaw<{ id: string }[]>`
        SELECT DISTINCT order_id AS id FROM order_item
        WHERE organization_id = ${organizationId}::uuid AND product_id = ${productId}::uuid AND order_id > ${place}::uuid
        ORDER BY order_id LIMIT ${idsAtOnce}`,
      TIMEOUT_MS,
    )
    const ids = rows.map(({ id }) => id)
    for (let from = 0; from < ids.length; from += ordersAtOnce) {
      const some = ids.slice(from, from + ordersAtOnce)
      await withOrganization(
        { organizationId },
        (db) => db.$queryRaw`SELECT refresh_order_list(${some}::uuid[])::text`,
        TIMEOUT_MS,
      )
    }
    after = ids.length === idsAtOnce ? ids.at(-1) : undefined
  }
}

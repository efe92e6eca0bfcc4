import { z } from 'zod'
import { shopEndpoint } from '../gateway'
import { boolean, integer } from '../parameters'
import { cursorText, cutPage, pageSize, readCursor } from './cursor'
import { locationOf } from './order-detail'

const UNSHIPPED = [
  'LOGISTICS_NOT_START',
  'LOGISTICS_READY',
  'LOGISTICS_PICKUP_RETRY',
  'LOGISTICS_REQUEST_CREATED',
] as const
/** By package_status: 0 all, 1 pending, 2 to process, 3 processed. */
const statusesOf = [UNSHIPPED, UNSHIPPED.slice(0, 1), UNSHIPPED.slice(1, 3), UNSHIPPED.slice(3)]
const sortColumns = ['p.ship_by_date', 'o.create_time', 'coalesce(o.pay_time, o.create_time)']

type ListedPackage = {
  package_number: string
  order_sn: string
  logistics_channel_id: number
  arranged_time: number | null
  time: number
}

const filter = z.object({
  package_status: integer.refine((status) => status >= 0 && status <= 3, 'is invalid').default(2),
  product_location_ids: z.array(z.string()).optional(),
  logistics_channel_ids: z.array(integer).optional(),
  fulfillment_type: integer.default(2),
  invoice_pending: boolean.default(false),
})
const body = z.object({
  filter: filter.default({ package_status: 2, fulfillment_type: 2, invoice_pending: false }),
  pagination: z.object({ page_size: pageSize, cursor: cursorText }),
  sort: z
    .object({
      sort_type: integer.refine((type) => type >= 1 && type <= 3, 'is invalid').default(1),
      ascending: boolean.default(true),
    })
    .default({ sort_type: 1, ascending: true }),
})

export const searchPackageList = shopEndpoint({
  method: 'POST',
  path: '/api/v2/order/search_package_list',
  body,
  run: async ({ db, shop, body: filters }) => {
    const { filter: wanted, sort } = filters
    const after = readCursor(filters.pagination.cursor)
    const time = sortColumns[sort.sort_type - 1]!
    const [compare, direction] = sort.ascending ? ['>', 'ASC'] : ['<', 'DESC']
    const isElsewhere =
      wanted.product_location_ids?.length && !wanted.product_location_ids.includes(locationOf(shop.shop_id))
    const from = `FROM packages p JOIN orders o USING (order_sn)
       WHERE p.shop_id = $1 AND p.logistics_status = ANY ($2) AND o.status <> 'CANCELLED'
         AND ($3::text IS NULL OR o.fulfillment_flag = $3) AND ($4::integer[] IS NULL OR p.logistics_channel_id = ANY ($4))
         AND (NOT $5 OR o.status = 'INVOICE_PENDING') AND NOT $6`
    const parameters = [
      shop.shop_id,
      statusesOf[wanted.package_status],
      [null, 'fulfilled_by_shopee', 'fulfilled_by_local_seller'][wanted.fulfillment_type] ?? null,
      wanted.logistics_channel_ids?.length ? wanted.logistics_channel_ids : null,
      wanted.invoice_pending,
      Boolean(isElsewhere),
    ]
    const { rows } = await db.query<ListedPackage>(
      `SELECT p.package_number, p.order_sn, p.logistics_channel_id, p.arranged_time, ${time} AS time ${from}
         AND ($7::integer IS NULL OR (${time}, p.package_number) ${compare} ($7, $8))
       ORDER BY ${time} ${direction}, p.package_number ${direction} LIMIT $9`,
      [...parameters, after?.time ?? null, after?.id ?? null, filters.pagination.page_size + 1],
    )
    const total = await db.query<{ count: bigint }>(`SELECT count(*) ${from}`, parameters)
    const { page, more, nextCursor } = cutPage(rows, filters.pagination.page_size, positionOf)
    return {
      packages_list: page.map((parcel) => ({
        order_sn: parcel.order_sn,
        package_number: parcel.package_number,
        logistics_channel_id: parcel.logistics_channel_id,
        product_location_id: locationOf(shop.shop_id),
        is_shipment_arranged: parcel.arranged_time !== null,
      })),
      pagination: { total_count: total.rows[0]!.count, next_cursor: nextCursor, more },
      sort: { sort_type: sort.sort_type, is_asc: sort.ascending },
    }
  },
})

const positionOf = ({ time, package_number }: ListedPackage) => ({ time, id: package_number })

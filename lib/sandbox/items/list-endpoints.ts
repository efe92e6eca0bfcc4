import { z } from 'zod'
import { shopEndpoint, type Endpoint } from '../gateway'
import { boolean, int64, integer, list } from '../parameters'
import { PlatformError } from '../platform-error'
import { itemBaseInfo, modelList } from './item-answer'
import { listItems } from './items'
import { itemNotFound, refuseProduct } from './refusals'

const STATUSES = ['NORMAL', 'BANNED', 'UNLIST', 'REVIEWING', 'SELLER_DELETE', 'SHOPEE_DELETE']
const MAX_ITEMS = 50
const MAX_OFFSET = 100_000

const statuses = list(z.string())

function checkStatuses(statuses: string[]): void {
  if (statuses.length === 0 || statuses.some((status) => !STATUSES.includes(status)))
    throw new PlatformError('error_param_item_status', 'Item status error.')
}

const itemIds = list(int64).pipe(z.array(z.bigint()).min(1).max(MAX_ITEMS))

export const listEndpoints: Endpoint[] = [
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/product/get_item_list',
    query: z.object({
      offset: integer.pipe(z.number().min(0)),
      page_size: integer.pipe(z.number().min(1).max(100)),
      item_status: statuses,
      update_time_from: integer.optional(),
      update_time_to: integer.optional(),
    }),
    refuse: refuseProduct,
    run: async ({ db, shop, query }) => {
      checkStatuses(query.item_status)
      const { update_time_from: from = null, update_time_to: to = null, offset, page_size: size } = query
      if (from !== null && to !== null && from >= to)
        throw new PlatformError('error_update_time_range', 'Update_time_to should be later than update_time_from.')
      if (offset > MAX_OFFSET)
        throw new PlatformError('error_param', 'get items offset over limit, please use the next field')
      const matching = `FROM item WHERE shop_id = $1 AND status = ANY ($2)
        AND ($3::int IS NULL OR update_time >= $3) AND ($4::int IS NULL OR update_time <= $4)`
      const filters = [shop.shop_id, query.item_status, from, to]
      const counted = await db.query<{ total: number }>(`SELECT count(*)::integer AS total ${matching}`, filters)
      const total = counted.rows[0]!.total
      const { rows } = await db.query<{ item_id: bigint; status: string; update_time: number; kit: boolean }>(
        `SELECT item_id, status, update_time, kit ${matching} ORDER BY item_id LIMIT $5 OFFSET $6`,
        [...filters, size, offset],
      )
      const more = rows.length > 0 && offset + rows.length < total
      return {
        item: rows.map((row) => ({
          item_id: row.item_id,
          item_status: row.status,
          update_time: row.update_time,
          tag: { kit: row.kit },
        })),
        total_count: total,
        has_next_page: more,
        ...(more && { next_offset: offset + rows.length }),
      }
    },
  }),

  shopEndpoint({
    method: 'GET',
    path: '/api/v2/product/get_item_base_info',
    query: z.object({
      item_id_list: itemIds,
      need_tax_info: boolean.default(false),
      need_complaint_policy: boolean.default(false),
    }),
    refuse: refuseProduct,
    run: async ({ db, shop, query }) => {
      const items = await listItems(db, shop.shop_id, query.item_id_list)
      if (items.length === 0) throw itemNotFound()
      const flags = { taxInfo: query.need_tax_info, complaintPolicy: query.need_complaint_policy }
      return { item_list: items.map((item) => itemBaseInfo(item, flags)) }
    },
  }),

  shopEndpoint({
    method: 'GET',
    path: '/api/v2/product/get_model_list',
    query: z.object({ item_id: int64 }),
    refuse: refuseProduct,
    run: async ({ db, shop, query }) => {
      const [item] = await listItems(db, shop.shop_id, [query.item_id])
      if (!item) throw itemNotFound()
      return modelList(item)
    },
  }),
]

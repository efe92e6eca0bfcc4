import { z } from 'zod'
import { shopEndpoint } from '../gateway'
import { boolean, integer } from '../parameters'
import { PlatformError } from '../platform-error'
import type { OrderStatus } from './order-life'
import { cursorText, cutPage, pageSize, readCursor } from './cursor'

const FIFTEEN_DAYS_SECONDS = 15 * 86_400

const listable = z.enum([
  'UNPAID',
  'READY_TO_SHIP',
  'PROCESSED',
  'SHIPPED',
  'COMPLETED',
  'IN_CANCEL',
  'CANCELLED',
  'INVOICE_PENDING',
])

const query = z.object({
  time_range_field: z.enum(['create_time', 'update_time']),
  time_from: integer,
  time_to: integer,
  page_size: pageSize,
  cursor: cursorText,
  order_status: listable.optional(),
  response_optional_fields: z.string().default(''),
  request_order_status_pending: boolean.default(false),
  logistics_channel_id: integer.optional(),
})

type Listed = { order_sn: string; status: OrderStatus; time: number }

/** Newest first. */
const sql = (column: 'create_time' | 'update_time', hasStatus: boolean) => `
  SELECT order_sn, status, ${column} AS time FROM orders
  WHERE shop_id = $1 AND ${column} BETWEEN $2 AND $3 AND ($4::integer IS NULL OR (${column}, order_sn) < ($4, $5))
    AND ${hasStatus ? 'status = $6' : '$6::text IS NULL'} AND ($7 OR status <> 'PENDING')
    AND ($8::integer IS NULL OR logistics_channel_id = $8)
  ORDER BY ${column} DESC, order_sn DESC LIMIT $9`

export const getOrderList = shopEndpoint({
  method: 'GET',
  path: '/api/v2/order/get_order_list',
  query,
  run: async ({ db, shop, query: query }) => {
    if (query.time_from >= query.time_to || query.time_to - query.time_from > FIFTEEN_DAYS_SECONDS)
      throw new PlatformError(
        'order.order_list_invalid_time',
        'Start time must be earlier than end time and diff in 15days.',
      )
    const after = readCursor(query.cursor)
    const { rows } = await db.query<Listed>(sql(query.time_range_field, query.order_status !== undefined), [
      shop.shop_id,
      query.time_from,
      query.time_to,
      after?.time ?? null,
      after?.id ?? null,
      query.order_status ?? null,
      query.request_order_status_pending,
      query.logistics_channel_id ?? null,
      query.page_size + 1,
    ])
    const { page, more, nextCursor } = cutPage(rows, query.page_size, ({ time, order_sn }) => ({ time, id: order_sn }))
    const withStatus = query.response_optional_fields.split(',').includes('order_status')
    return {
      more,
      next_cursor: nextCursor,
      order_list: page.map(({ order_sn, status }) => ({ order_sn, ...(withStatus && { order_status: status }) })),
    }
  },
})

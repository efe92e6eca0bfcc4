import { z } from 'zod'
import { EnvelopeAnswer, shopEndpoint, type Endpoint } from '../gateway'
import { gatewayError, PlatformError } from '../platform-error'
import { integer, list } from '../parameters'
import { escrowDetail, reais } from './escrow-answer'
import { listIncomes } from './order-incomes'

const MAX_BATCH = 50

const MESSAGES = {
  missing: 'Missing order_sn. Please include a valid order_sn to get escrow details.',
  notFound: 'Order SN provided is invalid or does not belong to you. Please enter a valid Order SN.',
  batchNotFound: 'The order info not found.',
  batchRequired: 'order_sn_list is required, format should be string[]',
  batchTooLong: `Your request exceeds the max limit of ${MAX_BATCH} orders.`,
  offline: 'Permission denied. This API is currently offline or the request path is incorrect.',
  times:
    'release_time_from and/or release_time_to parameter is missing or invalid. Please provide both a valid start date, and end date to query.',
  timesReversed:
    'release_time_from and/or release_time_to parameter is invalid. Please provide both a valid start date, and end date to query where start date cannot be later than the end date.',
  pageSize:
    'Invalid page_size parameter. Please provide a valid value between 1 and 100. If left empty, the default value of 40 will be applied.',
}

type Call = Parameters<Parameters<typeof shopEndpoint>[0]['run']>[0]

const refuse = (message: string) => new PlatformError('error_param', message)

const orderSns = list(z.string()).optional()

async function escrowBatch({ db, shop }: Pick<Call, 'db' | 'shop'>, orderSnList: string[] = []) {
  if (orderSnList.length === 0) throw refuse(MESSAGES.batchRequired)
  if (orderSnList.length > MAX_BATCH) throw new PlatformError('exceed_max_limit', MESSAGES.batchTooLong)
  const loaded = await listIncomes(db, shop.shop_id, [...new Set(orderSnList)])
  const results = new Set(loaded.map(({ orderSn }) => orderSn))
  const response = loaded.map((each) => ({ escrow_detail: withoutAdjustments(escrowDetail(each)) }))
  const failed = orderSnList
    .filter((orderSn) => !results.has(orderSn))
    .map((orderSn) => ({
      escrow_detail: { order_sn: orderSn, return_order_sn_list: [] },
      fail_error: 'order_not_found',
      fail_message: MESSAGES.batchNotFound,
    }))
  // Failures stand in a list of their own beside the response, as the platform's own sample shows it.
  return new EnvelopeAnswer(
    failed.length === 0 ? { response } : { ...(response.length > 0 && { response }), escrow_detail_list: failed },
  )
}

/** The batch's description knows no adjustments: who wants them asks for the order by itself. */
const NOT_IN_BATCH = [
  'order_adjustment',
  'total_adjustment_amount',
  'escrow_amount_after_adjustment',
  'trade_in_bonus_by_seller',
]

function withoutAdjustments({ order_income: income, ...detail }: ReturnType<typeof escrowDetail>) {
  const kept = Object.entries(income).filter(([name]) => !NOT_IN_BATCH.includes(name))
  return { ...detail, order_income: Object.fromEntries(kept) }
}

const timeOf = (name: string) =>
  z.unknown().transform((value) => {
    if (value === undefined) throw refuse(MESSAGES.times)
    const time = integer.safeParse(value)
    if (!time.success) throw refuse(`${name}: Invalid type. Expected: integer, given: string`)
    return time.data
  })

export const escrowEndpoints: Endpoint[] = [
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/payment/get_escrow_detail',
    query: z.object({ order_sn: z.string().min(1) }),
    refuse: () => refuse(MESSAGES.missing),
    run: async ({ db, shop, query }) => {
      const [loaded] = await listIncomes(db, shop.shop_id, [query.order_sn])
      if (!loaded) throw new PlatformError('order_not_found', MESSAGES.notFound)
      return escrowDetail(loaded)
    },
  }),

  shopEndpoint({
    method: 'POST',
    path: '/api/v2/payment/get_escrow_detail_batch',
    body: z.object({ order_sn_list: orderSns }),
    refuse: () => refuse(MESSAGES.batchRequired),
    run: async ({ body, ...call }) => escrowBatch(call, body.order_sn_list),
  }),

  // Described as GET, while the live gateway takes POST alone.
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/payment/get_escrow_detail_batch',
    query: z.object({ order_sn_list: orderSns }),
    run: async ({ query, ...call }) => {
      if (!call.platform.settings.escrowBatchByGet) throw gatewayError('error_param', MESSAGES.offline)
      return escrowBatch(call, query.order_sn_list)
    },
  }),

  shopEndpoint({
    method: 'GET',
    path: '/api/v2/payment/get_escrow_list',
    query: z.object({
      release_time_from: timeOf('release_time_from'),
      release_time_to: timeOf('release_time_to'),
      page_size: integer.pipe(z.number().min(1).max(100)).default(40),
      page_no: integer.pipe(z.number().min(1)).default(1),
    }),
    refuse: () => refuse(MESSAGES.pageSize),
    run: async ({ db, shop, query }) => {
      if (query.release_time_from > query.release_time_to) throw refuse(MESSAGES.timesReversed)
      const { rows } = await db.query<{ order_sn: string; payout_cents: number; release_time: number }>(
        `SELECT order_sn, payout_cents, release_time FROM order_money
         WHERE shop_id = $1 AND release_time BETWEEN $2 AND $3
         ORDER BY release_time DESC, order_sn LIMIT $4 OFFSET $5`,
        [
          shop.shop_id,
          query.release_time_from,
          query.release_time_to,
          query.page_size + 1,
          (query.page_no - 1) * query.page_size,
        ],
      )
      return {
        escrow_list: rows.slice(0, query.page_size).map((row) => ({
          order_sn: row.order_sn,
          payout_amount: reais(row.payout_cents),
          escrow_release_time: row.release_time,
        })),
        more: rows.length > query.page_size,
      }
    },
  }),
]

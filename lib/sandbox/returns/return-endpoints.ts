import { z } from 'zod'
import { shopEndpoint, type Endpoint } from '../gateway'
import { integer } from '../parameters'
import { PlatformError } from '../platform-error'
import { answerEndpoints } from './answer-endpoints'
import { disputeEndpoints } from './dispute-endpoints'
import { listedReturn, returnDetail } from './return-answer'
import { getReturn, RETURNS, type ReturnWithBuyer } from './return-rows'

const FIFTEEN_DAYS_SECONDS = 15 * 86_400

const query = z.object({
  page_no: integer.refine((page) => page >= 0, 'must be 0 or more'),
  page_size: integer
    .refine((size) => size >= 1, 'must be 1 or more')
    .refine((size) => size <= 100, 'must be 100 or less'),
  create_time_from: integer.optional(),
  create_time_to: integer.optional(),
  update_time_from: integer.optional(),
  update_time_to: integer.optional(),
  status: z
    .enum(['REQUESTED', 'ACCEPTED', 'CANCELLED', 'JUDGING', 'CLOSED', 'PROCESSING', 'SELLER_DISPUTE'], 'is invalid')
    .optional(),
  negotiation_status: z.string().optional(),
  seller_proof_status: z.string().optional(),
  seller_compensation_status: z.string().optional(),
})

function checkRange(field: 'create' | 'update', from: number | undefined, to: number | undefined): void {
  if (from === undefined || to === undefined) return
  if (to <= from)
    throw new PlatformError('error_param', `The ${field}_time_to should be later than ${field}_time_from.`)
  if (to - from <= FIFTEEN_DAYS_SECONDS) return
  // The platform names the first of the two otherwise.
  const last = field === 'create' ? 'created_time_of' : 'update_time_to'
  throw new PlatformError(
    'error_param',
    `The period between ${field}_time_from and ${last} must not more than 15 days.`,
  )
}

/** Newest change first; pages begin at 0. */
const getReturnList = shopEndpoint({
  method: 'GET',
  path: '/api/v2/returns/get_return_list',
  query,
  run: async ({ db, shop, query: query }) => {
    checkRange('create', query.create_time_from, query.create_time_to)
    checkRange('update', query.update_time_from, query.update_time_to)
    const { rows } = await db.query<ReturnWithBuyer>(
      `${RETURNS} WHERE r.shop_id = $1
         AND r.create_time BETWEEN coalesce($2, 0) AND coalesce($3, 2147483647)
         AND r.update_time BETWEEN coalesce($4, 0) AND coalesce($5, 2147483647)
         AND ($6::text IS NULL OR r.status = $6) AND ($7::text IS NULL OR r.negotiation_status = $7)
         AND ($8::text IS NULL OR r.seller_proof_status = $8)
         AND ($9::text IS NULL OR r.seller_compensation_status = $9)
       ORDER BY r.update_time DESC, r.return_sn DESC OFFSET $10 LIMIT $11`,
      [
        shop.shop_id,
        query.create_time_from ?? null,
        query.create_time_to ?? null,
        query.update_time_from ?? null,
        query.update_time_to ?? null,
        query.status ?? null,
        query.negotiation_status ?? null,
        query.seller_proof_status ?? null,
        query.seller_compensation_status ?? null,
        query.page_no * query.page_size,
        query.page_size + 1,
      ],
    )
    return { more: rows.length > query.page_size, return: rows.slice(0, query.page_size).map(listedReturn) }
  },
})

const getReturnDetail = shopEndpoint({
  method: 'GET',
  path: '/api/v2/returns/get_return_detail',
  query: z.object({ return_sn: z.string() }),
  run: async ({ db, shop, query: query }) => {
    const row = await getReturn(db, query.return_sn, shop.shop_id)
    if (!row) throw new PlatformError('error_param', 'Return SN or ID is invalid.')
    return returnDetail(row)
  },
})

export const returnEndpoints: Endpoint[] = [getReturnList, getReturnDetail, ...answerEndpoints, ...disputeEndpoints]

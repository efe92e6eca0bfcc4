import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { EnvelopeAnswer, shopEndpoint, type Endpoint } from '../gateway'
import { integer } from '../parameters'
import { PlatformError } from '../platform-error'
import { lockOwnReturn, oneReturn } from './answer-endpoints'
import { changeReturn, mustBe } from './move-return'

// Invented: numbers, names and requirements of dispute reasons, and the answers about pictures, proofs and the way back.
const reasons = [
  { id: 1, name: 'NON_RECEIPT', requirement: 'Comprovante de entrega' },
  { id: 2, name: 'OTHER', requirement: 'Explique o motivo' },
  { id: 3, name: 'NOT_RECEIVED', requirement: 'O pacote devolvido não chegou' },
  { id: 4, name: 'RECEIVED_WRONG_ITEM', requirement: 'Fotos do produto que voltou' },
  { id: 5, name: 'RECEIVED_DAMAGED_ITEM', requirement: 'Fotos do produto danificado' },
] as const

const dispute = shopEndpoint({
  method: 'POST',
  path: '/api/v2/returns/dispute',
  body: oneReturn.extend({
    email: z.string(),
    dispute_reason_id: integer,
    dispute_text_reason: z.string().default(''),
    image_list: z.array(z.object({ image_url: z.array(z.string()).default([]) })).default([]),
  }),
  run: async ({ db, shop, now, platform, body }) => {
    const row = await lockOwnReturn(db, body.return_sn, shop.shop_id)
    if (!/^[^\s@]+@[^\s@]+$/.test(body.email)) throw new PlatformError('error_perm', `invalid email : ${body.email}.`)
    const reason = reasons.find(({ id }) => id === body.dispute_reason_id)
    if (!reason) throw new PlatformError('error_perm', 'invalid dispute_reason.')
    mustBe(row, 'REQUESTED', 'PROCESSING')
    await changeReturn({ db, now, platform }, row, {
      // Before the goods are back there is only the claim to judge.
      status: row.status === 'REQUESTED' ? 'JUDGING' : 'SELLER_DISPUTE',
      dispute_reason: [reason.name],
      dispute_text_reason: [body.dispute_text_reason],
      seller_proof_status: body.image_list.some(({ image_url }) => image_url.length > 0) ? 'UPLOADED' : 'PENDING',
    })
    return { return_sn: row.return_sn, msg: '' }
  },
})

const cancelDispute = shopEndpoint({
  method: 'POST',
  path: '/api/v2/returns/cancel_dispute',
  body: oneReturn.extend({ email: z.string() }),
  run: async ({ db, shop, now, platform, body }) => {
    const row = await lockOwnReturn(db, body.return_sn, shop.shop_id)
    mustBe(row, 'JUDGING', 'SELLER_DISPUTE')
    await changeReturn({ db, now, platform }, row, {
      status: row.status === 'JUDGING' ? 'REQUESTED' : 'PROCESSING',
      dispute_reason: [],
      dispute_text_reason: [],
      seller_proof_status: 'NOT_NEEDED',
    })
    return { return_sn: row.return_sn, message: '' }
  },
})

const getReturnDisputeReason = shopEndpoint({
  method: 'GET',
  path: '/api/v2/returns/get_return_dispute_reason',
  query: oneReturn,
  run: async ({ db, shop, query }) => {
    await lockOwnReturn(db, query.return_sn, shop.shop_id)
    return {
      // Live answers name a reason by its number alone (seen 09/2026); the numbers and what each asks for are ours.
      dispute_reason_list: reasons.map(({ id, requirement }) => ({
        dispute_reason: id,
        dispute_requirement: requirement,
        sample_evidence: [],
        evidence_module_list: [{ module_index: 1, requirement, is_required: false }],
      })),
    }
  },
})

const convertImage = shopEndpoint({
  method: 'POST',
  path: '/api/v2/returns/convert_image',
  body: oneReturn.extend({ upload_image: z.instanceof(File) }),
  run: async ({ db, shop, body }) => {
    await lockOwnReturn(db, body.return_sn, shop.shop_id)
    const url = `https://cf.shopee.com.br/file/br-${randomBytes(16).toString('hex')}`
    return { url, thumbnail: `${url}_tn` }
  },
})

const uploadProof = shopEndpoint({
  method: 'POST',
  path: '/api/v2/returns/upload_proof',
  body: oneReturn.extend({
    photo: z.array(z.object({ url: z.string(), thumbnail: z.string() })).default([]),
    description: z.string().default(''),
  }),
  run: async ({ db, shop, now, platform, body }) => {
    const row = await lockOwnReturn(db, body.return_sn, shop.shop_id)
    if (row.seller_proof_status !== 'PENDING') throw new PlatformError('error_perm', 'No proof is asked for.')
    await db.query('UPDATE returns SET proof = $2 WHERE return_sn = $1', [
      row.return_sn,
      JSON.stringify({ image: body.photo, description: body.description }),
    ])
    await changeReturn({ db, now, platform }, row, { seller_proof_status: 'UPLOADED' })
    return new EnvelopeAnswer({})
  },
})

const queryProof = shopEndpoint({
  method: 'GET',
  path: '/api/v2/returns/query_proof',
  query: oneReturn,
  run: async ({ db, shop, query }) => {
    await lockOwnReturn(db, query.return_sn, shop.shop_id)
    const { rows } = await db.query<{ proof: { image: object[]; description: string } | null }>(
      'SELECT proof FROM returns WHERE return_sn = $1',
      [query.return_sn],
    )
    return { image: rows[0]?.proof?.image ?? [], video: [], description: rows[0]?.proof?.description ?? '' }
  },
})

const getReverseTrackingInfo = shopEndpoint({
  method: 'GET',
  path: '/api/v2/returns/get_reverse_tracking_info',
  query: oneReturn,
  run: async ({ db, shop, query }) => {
    const row = await lockOwnReturn(db, query.return_sn, shop.shop_id)
    const descriptions: Record<string, string> = {
      LOGISTICS_REQUEST_CREATED: 'Devolução aguardando postagem',
      LOGISTICS_PICKUP_DONE: 'Devolução a caminho do vendedor',
      LOGISTICS_DELIVERY_DONE: 'Devolução entregue ao vendedor',
    }
    const tracking_description = descriptions[row.reverse_logistics_status]
    return {
      return_sn: row.return_sn,
      return_refund_request_type: row.request_type,
      validation_type: 'seller_validation',
      reverse_logistics_status: row.reverse_logistics_status,
      reverse_logistics_update_time: row.reverse_logistics_update_time,
      tracking_number: row.tracking_number,
      tracking_info: tracking_description
        ? [{ update_time: row.reverse_logistics_update_time, tracking_description }]
        : [],
    }
  },
})

export const disputeEndpoints: Endpoint[] = [
  dispute,
  cancelDispute,
  getReturnDisputeReason,
  convertImage,
  uploadProof,
  queryProof,
  getReverseTrackingInfo,
]

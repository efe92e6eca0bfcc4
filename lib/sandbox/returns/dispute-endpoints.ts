import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { EnvelopeAnswer, shopEndpoint, type Endpoint } from '../gateway'
import { integer } from '../parameters'
import { PlatformError } from '../platform-error'
import { lockOwnReturn, oneReturn } from './answer-endpoints'
import { changeReturn, mustBe } from './move-return'

// Invented: numbers, names and requirements of dispute reasons, and the answers about pictures and proofs.
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

export const disputeEndpoints: Endpoint[] = [dispute, getReturnDisputeReason, convertImage, uploadProof]

import { z } from 'zod'
import type { Database } from './database'
import { publicEndpoint, type Endpoint } from './gateway'
import { int64 } from './parameters'
import { gatewayError, PlatformError } from './platform-error'
import { issuePair, refreshPair, type Subject } from './tokens'

const partner = z.object({ partner_id: int64 })
const INVALID_CODE = 'The code is expired or used or invalid, please check the code.'

const tokenBody = z.object({
  code: z.string().min(1),
  partner_id: int64,
  shop_id: int64.optional(),
  main_account_id: int64.optional(),
})

const refreshBody = z.object({
  refresh_token: z.string().min(1),
  partner_id: int64,
  shop_id: int64.optional(),
  merchant_id: int64.optional(),
  supplier_id: int64.optional(),
  user_id: int64.optional(),
  principal_id: int64.optional(),
})

type Code = {
  shop_ids: bigint[]
  merchant_ids: bigint[]
  main_account_id: bigint | null
  used_at: number | null
  expires_at: number
}

export const tokenEndpoints: Endpoint[] = [
  publicEndpoint({
    method: 'POST',
    path: '/api/v2/auth/token/get',
    flat: true,
    query: partner,
    body: tokenBody,
    run: async ({ db, now, query, body }) => {
      checkSamePartner(query, body)
      if ((body.shop_id === undefined) === (body.main_account_id === undefined))
        throw wrong('either shop_id or main_account_id is needed')
      const code = await findCode(db, { code: body.code, partnerId: query.partner_id, now })
      if (body.shop_id !== undefined && (code.main_account_id !== null || !code.shop_ids.includes(body.shop_id)))
        throw new PlatformError(
          'invalid_shop_id',
          'The code or shop_id is wrong, please check the code or the shop_id.',
        )
      if (body.main_account_id !== undefined && code.main_account_id !== body.main_account_id)
        throw new PlatformError(
          'invalid_main_acount_id',
          'The code or main_accoount_id is wrong, please check the code or the main_account_id.',
        )
      return redeem(db, { code, text: body.code, partnerId: query.partner_id, now })
    },
  }),
  publicEndpoint({
    method: 'POST',
    path: '/api/v2/auth/access_token/get',
    flat: true,
    query: partner,
    body: refreshBody,
    run: async ({ db, now, query, body }) => {
      checkSamePartner(query, body)
      const { refresh_token: token, partner_id: partnerId, supplier_id, user_id, principal_id, ...ids } = body
      const given = Object.values({ supplier_id, user_id, principal_id, ...ids }).filter((id) => id !== undefined)
      if (given.length !== 1) throw wrong('exactly one of shop_id, merchant_id, supplier_id, user_id, principal_id')
      if (supplier_id !== undefined)
        throw new PlatformError('supplier_no_linked', 'Partner and Supplier has no linked.')
      const subject = subjectOf(ids)
      if (!subject) throw new PlatformError('error_param', 'The information you queried is not found.')
      const pair = await refreshPair(db, { partnerId, subject, token, now })
      return { partner_id: partnerId, ...pair, ...ids }
    },
  }),
  publicEndpoint({
    method: 'POST',
    path: '/api/v2/public/get_token_by_resend_code',
    flat: true,
    query: partner,
    body: z.object({ resend_code: z.string().regex(/^resend/) }),
    run: async ({ db, now, query, body }) => {
      const code = await findCode(db, { code: body.resend_code, partnerId: query.partner_id, now })
      const pair = await redeem(db, { code, text: body.resend_code, partnerId: query.partner_id, now })
      return { shop_id_list: code.shop_ids, merchant_id_list: code.merchant_ids, ...pair }
    },
  }),
]

function subjectOf({
  shop_id: shop,
  merchant_id: merchant,
}: {
  shop_id?: bigint
  merchant_id?: bigint
}): Subject | null {
  if (shop !== undefined) return { kind: 'shop', id: shop }
  return merchant === undefined ? null : { kind: 'merchant', id: merchant }
}

function checkSamePartner(query: { partner_id: bigint }, body: { partner_id: bigint }) {
  if (query.partner_id !== body.partner_id) throw gatewayError('error_auth', 'partner_id is invalid')
}

const wrong = (detail: string) => new PlatformError('error_param', `Wrong parameters, detail: ${detail}.`)

async function findCode(
  db: Database,
  { code, partnerId, now }: { code: string; partnerId: bigint; now: number },
): Promise<Code> {
  const { rows } = await db.query<Code>(
    `SELECT shop_ids, merchant_ids, main_account_id, used_at, expires_at FROM authorization_code
     WHERE code = $1 AND partner_id = $2 FOR UPDATE`,
    [code, partnerId],
  )
  const result = rows[0]
  if (!result || result.used_at !== null || result.expires_at <= now)
    throw new PlatformError('invalid_code', INVALID_CODE)
  return result
}

type Redeem = { code: Code; text: string; partnerId: bigint; now: number }

async function redeem(db: Database, { code, text, partnerId, now }: Redeem) {
  await db.query('UPDATE authorization_code SET used_at = $2 WHERE code = $1', [text, now])
  const subjects: Subject[] = [
    ...code.shop_ids.map((id) => ({ kind: 'shop' as const, id })),
    ...code.merchant_ids.map((id) => ({ kind: 'merchant' as const, id })),
  ]
  const pair = await issuePair(db, { partnerId, subjects, now })
  if (code.main_account_id === null) return pair
  return {
    ...pair,
    shop_id_list: code.shop_ids,
    merchant_id_list: code.merchant_ids,
    supplier_id_list: [],
    user_id_list: [],
    principal_id_list: [],
  }
}

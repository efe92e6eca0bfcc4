import { z } from 'zod'
import { publicEndpoint, type Endpoint } from './gateway'
import { toJson } from './json'
import { int64, integer } from './parameters'
import { PlatformError } from './platform-error'
import { sendWebhookEvent } from './send-webhook-event'

const CODES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
const LOST_PAGE = 100
const LOST_WITHIN_SECONDS = 3 * 86_400
const MOST_BLOCKED = 500

const partner = z.object({ partner_id: int64 })

type App = {
  push_key: string
  push_url: string | null
  push_off: number[]
  blocked_shops: bigint[]
  push_suspended_at: number | null
}

type Lost = { id: bigint; shop_id: bigint | null; code: number; body: string; lost_at: number }

const READ = `SELECT coalesce(push_key, partner_key) AS push_key, push_url, push_off, blocked_shops, push_suspended_at
  FROM app WHERE partner_id = $1`

export const webhookEndpoints: Endpoint[] = [
  publicEndpoint({
    method: 'POST',
    path: '/api/v2/push/set_app_push_config',
    query: partner,
    body: z.object({
      callback_url: z.string().optional(),
      set_push_config_on: z.array(integer).default([]),
      set_push_config_off: z.array(integer).default([]),
      blocked_shop_id_list: z.array(int64).max(MOST_BLOCKED).optional(),
    }),
    run: async ({ db, now, query, body }) => {
      const app = (await db.query<App>(READ, [query.partner_id])).rows[0]!
      const url = body.callback_url ?? app.push_url
      if (!url && body.set_push_config_on.length > 0)
        throw new PlatformError(
          'error_param',
          "Your app's callback_url is empty, please input a callback_url before you turn on push config.",
        )
      if (body.callback_url !== undefined) await tryCallback(body.callback_url, app.push_key, now)
      const off = new Set(app.push_off)
      for (const code of body.set_push_config_on) off.delete(code)
      for (const code of body.set_push_config_off) off.add(code)
      await db.query(
        `UPDATE app SET push_url = $2, push_off = $3, blocked_shops = coalesce($4, blocked_shops),
           push_suspended_at = CASE WHEN $5 THEN NULL ELSE push_suspended_at END WHERE partner_id = $1`,
        [query.partner_id, url, [...off], body.blocked_shop_id_list ?? null, body.set_push_config_on.length > 0],
      )
      return { result: 'success' }
    },
  }),
  publicEndpoint({
    method: 'GET',
    path: '/api/v2/push/get_app_push_config',
    query: partner,
    run: async ({ db, query }) => {
      const app = (await db.query<App>(READ, [query.partner_id])).rows[0]!
      return {
        callback_url: app.push_url ?? '',
        live_push_status: app.push_suspended_at === null ? 'Normal' : 'Suspended',
        ...(app.push_suspended_at !== null && { suspended_time: app.push_suspended_at }),
        blocked_shop_id: app.blocked_shops,
        push_config_on_list: CODES.filter((code) => !app.push_off.includes(code)),
        push_config_off_list: app.push_off,
      }
    },
  }),
  publicEndpoint({
    method: 'GET',
    path: '/api/v2/push/get_lost_push_message',
    query: partner,
    run: async ({ db, now, query }) => {
      const { rows } = await db.query<Lost>(
        `SELECT id, shop_id, code, body, lost_at FROM push
         WHERE partner_id = $1 AND status = 'lost' AND lost_at > $2 ORDER BY id LIMIT $3`,
        [query.partner_id, now - LOST_WITHIN_SECONDS, LOST_PAGE + 1],
      )
      const shown = rows.slice(0, LOST_PAGE)
      return {
        push_message_list: shown.map((webhookEvent) => ({
          ...(webhookEvent.shop_id !== null && { shop_id: webhookEvent.shop_id }),
          code: webhookEvent.code,
          timestamp: webhookEvent.lost_at,
          data: webhookEvent.body,
        })),
        has_next_page: rows.length > LOST_PAGE,
        last_message_id: shown.at(-1)?.id ?? 0,
      }
    },
  }),
  publicEndpoint({
    method: 'POST',
    path: '/api/v2/push/confirm_consumed_lost_push_message',
    flat: true,
    query: partner,
    body: z.object({ last_message_id: int64 }),
    run: async ({ db, query, body }) => {
      await db.query(`UPDATE push SET status = 'consumed' WHERE partner_id = $1 AND status = 'lost' AND id <= $2`, [
        query.partner_id,
        body.last_message_id,
      ])
      return {}
    },
  }),
]

async function tryCallback(url: string, webhookKey: string, now: number): Promise<void> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new PlatformError('error_param', 'this callback_url is invalid, please check your callback_url.')
  const verifyInfo = 'This is a Verification message. Please respond in a timely manner'
  const body = toJson({ data: { verify_info: verifyInfo }, code: 0, timestamp: now })
  const { delivered, answer } = await sendWebhookEvent(url, webhookKey, body)
  if (delivered) return
  throw new PlatformError(
    'error_param',
    answer.startsWith('status')
      ? 'Shopee have sent a test push to this call back url, the response code we get from this callback_url is not 2xx code, please check your service. '
      : "Shopee have sent a test push to this call back url, but we didn't get any response in 3 seconds with 2xx code, please check your service. ",
  )
}

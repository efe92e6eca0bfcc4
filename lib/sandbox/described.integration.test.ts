import { authorizeShop, startTestSandbox, type TestSandbox } from '@/lib/testing/fakes/sandbox'
import { callSandbox, connectShop, type Answered, type ShopCaller } from '@/lib/testing/fakes/sandbox-caller'
import { listSpecProblems, type DescribedEndpoint } from '@/lib/testing/samples/shopee-spec'
import { fromJson } from './json'

let sandbox: TestSandbox
let shop: ShopCaller

beforeAll(async () => {
  sandbox = await startTestSandbox({ webhookUrl: 'http://127.0.0.1:9/closed' })
  shop = await connectShop(sandbox)
})
afterAll(() => sandbox.stop())

const post = (path: string, body: object) => callSandbox(sandbox, path, { body })

const calls: [DescribedEndpoint, () => Promise<Answered>][] = [
  ['shop.get_shop_info', () => shop.get('/api/v2/shop/get_shop_info')],
  ['shop.get_profile', () => shop.get('/api/v2/shop/get_profile')],
  ['public.get_shops_by_partner', () => callSandbox(sandbox, '/api/v2/public/get_shops_by_partner')],
  ['public.get_shopee_ip_ranges', () => callSandbox(sandbox, '/api/v2/public/get_shopee_ip_ranges')],
  ['push.get_app_push_config', () => callSandbox(sandbox, '/api/v2/push/get_app_push_config')],
  ['push.set_app_push_config', () => post('/api/v2/push/set_app_push_config', { set_push_config_off: [10] })],
  ['push.get_lost_push_message', () => callSandbox(sandbox, '/api/v2/push/get_lost_push_message')],
  [
    'push.confirm_consumed_lost_push_message',
    () => post('/api/v2/push/confirm_consumed_lost_push_message', { last_message_id: 1 }),
  ],
  [
    'public.get_access_token',
    async () => {
      const { code, shopId } = await authorizeShop(sandbox)
      return post('/api/v2/auth/token/get', { code, partner_id: sandbox.partnerId, shop_id: shopId })
    },
  ],
  [
    'public.refresh_access_token',
    async () => {
      const { shopId, refreshToken } = await connectShop(sandbox)
      const body = { refresh_token: refreshToken, partner_id: sandbox.partnerId, shop_id: shopId }
      return post('/api/v2/auth/access_token/get', body)
    },
  ],
  [
    'public.get_token_by_resend_code',
    async () => {
      const { code } = await sandbox.admin<{ code: string }>('resend-code', { shopId: shop.shopId })
      return post('/api/v2/public/get_token_by_resend_code', { resend_code: code })
    },
  ],
]

test.each(calls)('%s answers as the platform describes it', async (endpoint, call) => {
  const { text, error } = await call()
  expect(error).toBe('')
  expect(listSpecProblems(endpoint, fromJson(text))).toEqual([])
})

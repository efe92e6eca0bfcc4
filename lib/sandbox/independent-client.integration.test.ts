import { ShopeeSDK } from '@congminh1254/shopee-sdk'
import { authorizeShop, FIRST_SHOP_ID, startTestSandbox, type TestSandbox } from '@/lib/testing/fakes/sandbox'

// A client that neither we nor the platform wrote: what it can do here, it was made to do on the real one.
let sandbox: TestSandbox
let sdk: ShopeeSDK

beforeAll(async () => {
  sandbox = await startTestSandbox()
  sdk = new ShopeeSDK({
    partner_id: sandbox.partnerId,
    partner_key: sandbox.partnerKey,
    base_url: `${sandbox.url}/api/v2`,
    base_auth_url: sandbox.url,
  })
})
afterAll(() => sandbox.stop())

test('it leads a seller to the page, exchanges the code and refreshes', async () => {
  const page = await fetch(sdk.getAuthorizationUrl('http://localhost:3000/callback', { state: 'a state' }))
  expect(page.status).toBe(200)
  const { code, shopId } = await authorizeShop(sandbox, { redirectUri: 'http://localhost:3000/callback' })
  const token = await sdk.authenticateWithCode(code, shopId)
  expect(token).toMatchObject({ error: '', expire_in: 14_400 })
  const next = await sdk.refreshToken(FIRST_SHOP_ID)
  expect(next!.access_token).not.toBe(token!.access_token)
  expect(next!.refresh_token).not.toBe(token!.refresh_token)
})

test('it reads the shop, and refreshes by itself when its token dies', async () => {
  expect(await sdk.shop.getShopInfo()).toMatchObject({ shop_name: 'Loja Sandbox', region: 'BR' })
  const before = await sdk.getAuthToken()
  await sandbox.admin('token-kill', { shopId: FIRST_SHOP_ID })
  expect((await sdk.shop.getProfile()).response).toMatchObject({ shop_name: 'Loja Sandbox' })
  expect((await sdk.getAuthToken())!.access_token).not.toBe(before!.access_token)
})

test('it reads how the platform judges the shop', async () => {
  const { response } = await sdk.accountHealth.getShopPerformance()
  expect(response!.metric_list!.map((metric) => metric.metric_id)).toEqual([1, 3, 4])
  expect((await sdk.accountHealth.getPenaltyPointHistory({ page_no: 1 })).response).toMatchObject({ total_count: 0 })
})

test('it lists items and models, sets stock, reads escrow and wallet', async () => {
  await sandbox.admin('history', { shopId: FIRST_SHOP_ID, orders: 60, seed: 'sdk', wait: true })
  const items = await sdk.product.getItemList({ offset: 0, page_size: 100, item_status: 'NORMAL' })
  expect(items.response).toMatchObject({ total_count: 59, has_next_page: false })
  const ids = items.response.item!.map((item) => item.item_id!).slice(0, 50)
  const infos = await sdk.product.getItemBaseInfo({ item_id_list: ids })
  expect(infos.response.item_list).toHaveLength(50)
  const varied = infos.response.item_list!.find((item) => item.has_model)!
  const [model] = (await sdk.product.getModelList({ item_id: varied.item_id! })).response.model!
  const updated = await sdk.product.updateStock({
    item_id: varied.item_id!,
    stock_list: [{ model_id: model!.model_id, seller_stock: [{ stock: 77 }] }],
  })
  expect(updated.response.success_list).toEqual([expect.objectContaining({ model_id: model!.model_id, stock: 77 })])

  const now = sandbox.platform.clock.now()
  const escrows = await sdk.payment.getEscrowList({ release_time_from: now - 365 * 86_400, release_time_to: now })
  const [paid] = escrows.response.escrow_list!
  const detail = await sdk.payment.getEscrowDetail({ order_sn: paid!.order_sn! })
  expect(detail.response.order_income!.escrow_amount).toBe(paid!.payout_amount)
  const wallet = await sdk.payment.getWalletTransactionList({ page_no: 0, page_size: 40 })
  expect(wallet.response.transaction_list!.length).toBeGreaterThan(0)
})

test('it lists orders, reads one, ships it and downloads its label', async () => {
  await sandbox.admin('settings', { trackingDelaySeconds: 0, documentDelaySeconds: 0 })
  await sandbox.admin('history', { shopId: FIRST_SHOP_ID, orders: 10, seed: 'orders', wait: true })
  const { orderSn } = await sandbox.admin<{ orderSn: string }>('order', { shopId: FIRST_SHOP_ID })
  await sandbox.admin('order-step', { orderSn, step: 'invoice' })
  const now = sandbox.platform.clock.now()
  const listed = await sdk.order.getOrderList({
    time_range_field: 'create_time',
    time_from: now - 86_400,
    time_to: now + 1,
    page_size: 100,
    order_status: 'READY_TO_SHIP',
  })
  expect(listed.response!.order_list!.map((order) => order.order_sn)).toContain(orderSn)
  const detail = await sdk.order.getOrderDetail({ order_sn_list: [orderSn], response_optional_fields: 'item_list' })
  expect(detail.response!.order_list![0]).toMatchObject({ order_sn: orderSn, order_status: 'READY_TO_SHIP' })
  expect(detail.response!.order_list![0]!.item_list).toHaveLength(1)

  await sdk.logistics.shipOrder({ order_sn: orderSn, dropoff: {} })
  const { response } = await sdk.logistics.getTrackingNumber({ order_sn: orderSn })
  const label = { order_sn: orderSn, tracking_number: response!.tracking_number! }
  await sdk.logistics.createShippingDocument({ order_list: [label] })
  const made = await sdk.logistics.getShippingDocumentResult({ order_list: [{ order_sn: orderSn }] })
  expect(made.response!.result_list).toMatchObject([{ order_sn: orderSn, status: 'READY' }])
})

test('it is refused with the platform’s own error', async () => {
  const stranger = new ShopeeSDK({ partner_id: sandbox.partnerId, partner_key: 'x', base_url: `${sandbox.url}/api/v2` })
  await expect(stranger.public.getShopsByPartner()).rejects.toMatchObject({
    status: 403,
    data: { error: 'error_sign' },
  })
})

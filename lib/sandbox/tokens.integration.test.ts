import { authorizeShop, FIRST_SHOP_ID, startTestSandbox, type TestSandbox } from '@/lib/testing/fakes/sandbox'
import { callSandbox, connectShop, type Answered } from '@/lib/testing/fakes/sandbox-caller'

const HEX = expect.stringMatching(/^[0-9a-f]{32}$/) as string
const INFO = '/api/v2/shop/get_shop_info'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())
afterEach(() => sandbox.admin('settings', { clockOffsetSeconds: 0 }))

const exchange = (body: object) =>
  callSandbox(sandbox, '/api/v2/auth/token/get', { body: { partner_id: sandbox.partnerId, ...body } })

const refresh = (refreshToken: string, subject: object = { shop_id: FIRST_SHOP_ID }) =>
  callSandbox(sandbox, '/api/v2/auth/access_token/get', {
    body: { refresh_token: refreshToken, partner_id: sandbox.partnerId, ...subject },
  })

const isGood = async (accessToken: unknown, shopId = FIRST_SHOP_ID) =>
  (await callSandbox(sandbox, INFO, { signed: { accessToken: String(accessToken), shopId } })).error === ''

const tokens = ({ body }: Answered) => ({ access: String(body.access_token), refresh: String(body.refresh_token) })

test('a code brings a flat pair of 32 hex digits for four hours', async () => {
  const { code, shopId } = await authorizeShop(sandbox)
  const { body } = await exchange({ code, shop_id: shopId })
  expect(body).toEqual({
    access_token: HEX,
    refresh_token: HEX,
    expire_in: 14_400,
    request_id: HEX,
    error: '',
    message: '',
  })
})

test('a token never outlives the authorization', async () => {
  const { code, shopId } = await authorizeShop(sandbox, { validityDays: 1 })
  await sandbox.admin('clock-forward', { seconds: 86_400 - 500 })
  expect((await exchange({ code, shop_id: shopId })).error).toBe('invalid_code')
  const { code: later } = await authorizeShop(sandbox, { validityDays: 1 })
  await sandbox.platform.pool.query('UPDATE account_grant SET expires_at = $1', [sandbox.platform.clock.now() + 500])
  expect(Number((await exchange({ code: later, shop_id: shopId })).body.expire_in)).toBeLessThanOrEqual(500)
})

test('a code works once, for ten minutes, and for its own shop', async () => {
  const message = 'The code is expired or used or invalid, please check the code.'
  const { code, shopId } = await authorizeShop(sandbox)
  expect(await exchange({ code, shop_id: 77 })).toMatchObject({
    error: 'invalid_shop_id',
    message: 'The code or shop_id is wrong, please check the code or the shop_id.',
  })
  expect(await exchange({ code, main_account_id: 77 })).toMatchObject({
    error: 'invalid_main_acount_id',
    message: 'The code or main_accoount_id is wrong, please check the code or the main_account_id.',
  })
  expect((await exchange({ code, shop_id: shopId })).error).toBe('')
  expect(await exchange({ code, shop_id: shopId })).toMatchObject({ error: 'invalid_code', message })
  expect(await exchange({ code: 'ab'.repeat(16), shop_id: shopId })).toMatchObject({ error: 'invalid_code', message })

  const { code: old } = await authorizeShop(sandbox)
  await sandbox.admin('clock-forward', { seconds: 601 })
  expect(await exchange({ code: old, shop_id: shopId })).toMatchObject({ error: 'invalid_code' })
})

test('one of twenty concurrent exchanges of one code succeeds', async () => {
  const { code, shopId } = await authorizeShop(sandbox)
  const answers = await Promise.all(Array.from({ length: 20 }, () => exchange({ code, shop_id: shopId })))
  expect(answers.filter(({ error }) => error === '')).toHaveLength(1)
})

test('either shop or main account is named, never both or none', async () => {
  const { code, shopId } = await authorizeShop(sandbox)
  expect((await exchange({ code })).error).toBe('error_param')
  expect((await exchange({ code, shop_id: shopId, main_account_id: 5 })).error).toBe('error_param')
})

test('a refresh brings a new pair, and the old access token works five minutes more', async () => {
  const shop = await connectShop(sandbox)
  const answer = await refresh(shop.refreshToken)
  expect(answer.body).toMatchObject({ partner_id: sandbox.partnerId, shop_id: FIRST_SHOP_ID, expire_in: 14_400 })
  const { access } = tokens(answer)
  expect(access).not.toBe(shop.accessToken)
  await sandbox.admin('clock-forward', { seconds: 290 })
  expect(await isGood(shop.accessToken)).toBe(true)
  await sandbox.admin('clock-forward', { seconds: 15 })
  expect(await isGood(shop.accessToken)).toBe(false)
  expect(await isGood(access)).toBe(true)
})

test('a refresh token works once, and of many calls at once, one succeeds', async () => {
  const shop = await connectShop(sandbox)
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(shop.refreshToken)))
  expect(answers.filter(({ error }) => error === '')).toHaveLength(1)
  expect(answers.find(({ error }) => error !== '')).toMatchObject({
    error: 'error_shop_refresh_token',
    message: 'Your refresh token is error ,please check refresh token or shopid.',
  })
})

test('an access token dies after four hours and a refresh token after thirty days', async () => {
  const shop = await connectShop(sandbox)
  await sandbox.admin('clock-forward', { seconds: 14_401 })
  expect(await isGood(shop.accessToken)).toBe(false)
  const { refresh: next } = tokens(await refresh(shop.refreshToken))
  await sandbox.admin('clock-forward', { days: 30 })
  expect(await refresh(next)).toMatchObject({
    error: 'refresh_token_expired',
    message: 'Your refresh_token expired.',
  })
})

test('authorizing again rotates both tokens', async () => {
  const first = await connectShop(sandbox)
  const second = await connectShop(sandbox)
  expect(await isGood(first.accessToken)).toBe(false)
  expect((await refresh(first.refreshToken)).error).toBe('error_shop_refresh_token')
  expect(await isGood(second.accessToken)).toBe(true)
})

test('without a living authorization nothing is refreshed', async () => {
  const shop = await connectShop(sandbox)
  expect(await refresh(shop.refreshToken, { shop_id: 77 })).toMatchObject({
    error: 'shop_no_linked',
    message: 'Partner and shop has no linked.',
  })
  await sandbox.admin('shop-status', { shopId: FIRST_SHOP_ID, status: 'BANNED' })
  expect((await refresh(shop.refreshToken)).error).toBe('shop_banned')
  await sandbox.admin('shop-status', { shopId: FIRST_SHOP_ID, status: 'NORMAL' })
  await sandbox.admin('grant-expire', { shopId: FIRST_SHOP_ID })
  expect(await refresh(shop.refreshToken)).toMatchObject({
    error: 'shop_access_expired',
    message: 'Your access to shop has expired.',
  })
  expect(await isGood(shop.accessToken)).toBe(false)
  const again = await connectShop(sandbox)
  await sandbox.admin('grant-cancel', { shopId: FIRST_SHOP_ID })
  expect((await refresh(again.refreshToken)).error).toBe('shop_no_linked')
})

test.each([
  ['merchant_id', 'merchant_no_linked'],
  ['supplier_id', 'supplier_no_linked'],
  ['user_id', 'error_param'],
])('%s 77 is refused with %s', async (name, error) => {
  expect((await refresh('ab'.repeat(16), { [name]: 77 })).error).toBe(error)
})

test('the first pair of a main account is shared: each shop and merchant refreshes it once, for itself', async () => {
  const account = await sandbox.admin<{ mainAccountId: number; merchantId: number; shopIds: number[] }>(
    'main-account',
    { shops: 2 },
  )
  const form = new URLSearchParams({
    partner_id: String(sandbox.partnerId),
    auth_type: 'seller',
    response_type: 'code',
    redirect_uri: 'http://localhost:3000/',
    account: `main:${account.mainAccountId}`,
    validity: '365',
    decision: 'confirm',
  })
  const page = await fetch(`${sandbox.url}/auth`, { method: 'POST', body: form, redirect: 'manual' })
  const callback = new URL(page.headers.get('location')!)
  expect(callback.searchParams.get('main_account_id')).toBe(String(account.mainAccountId))

  const pair = await exchange({ code: callback.searchParams.get('code'), main_account_id: account.mainAccountId })
  expect(pair.body).toMatchObject({ shop_id_list: account.shopIds, merchant_id_list: [account.merchantId] })
  const shared = tokens(pair)
  const [first, second] = account.shopIds
  expect(await isGood(shared.access, first)).toBe(true)
  expect(await isGood(shared.access, second)).toBe(true)

  const own = tokens(await refresh(shared.refresh, { shop_id: first }))
  expect(await refresh(shared.refresh, { shop_id: first })).toMatchObject({ error: 'error_shop_refresh_token' })
  const other = tokens(await refresh(shared.refresh, { shop_id: second }))
  expect((await refresh(shared.refresh, { merchant_id: account.merchantId })).body).toMatchObject({
    error: '',
    merchant_id: account.merchantId,
  })
  expect(own.refresh).not.toBe(other.refresh)
  expect((await refresh(own.refresh, { shop_id: second })).error).toBe('error_shop_refresh_token')
  expect((await refresh(own.refresh, { shop_id: first })).error).toBe('')
})

test('a code that is sent again brings tokens that were lost', async () => {
  await connectShop(sandbox)
  const { code } = await sandbox.admin<{ code: string }>('resend-code', { shopId: FIRST_SHOP_ID })
  const path = '/api/v2/public/get_token_by_resend_code'
  const answer = await callSandbox(sandbox, path, { body: { resend_code: code } })
  expect(answer.body).toMatchObject({ shop_id_list: [FIRST_SHOP_ID], error: '' })
  expect(await isGood(answer.body.access_token)).toBe(true)
  expect((await callSandbox(sandbox, path, { body: { resend_code: code } })).error).toBe('invalid_code')
})

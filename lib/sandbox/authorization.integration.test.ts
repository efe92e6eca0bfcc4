import { authorizeShop, FIRST_SHOP_ID, startTestSandbox, type TestSandbox } from '@/lib/testing/fakes/sandbox'
import { callSandbox, connectShop, signedQuery } from '@/lib/testing/fakes/sandbox-caller'

const CALLBACK = 'http://localhost:3000/api/shopee/callback?tela=lojas'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const link = (changes: Record<string, string> = {}) =>
  `${sandbox.url}/auth?${new URLSearchParams({
    partner_id: String(sandbox.partnerId),
    auth_type: 'seller',
    redirect_uri: CALLBACK,
    response_type: 'code',
    state: 'a state',
    ...changes,
  })}`

const decide = (changes: Record<string, string>, path = '/auth', headers: Record<string, string> = {}) =>
  fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({
      ...Object.fromEntries(new URL(link()).searchParams),
      account: `shop:${FIRST_SHOP_ID}`,
      validity: '90',
      ...changes,
    }),
  })

test('the page offers the shops and every validity, and tells what the application is', async () => {
  const answer = await fetch(link())
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(html).toContain('Loja Sandbox')
  for (const days of [7, 30, 90, 180, 365]) expect(html).toContain(`value="${days}"`)
  expect(html).toContain('lang="pt-BR"')
})

test('a yes brings code, shop and state back to the address with what it carried before', async () => {
  const answer = await decide({ decision: 'confirm' })
  const back = new URL(answer.headers.get('location')!)
  expect(back.origin + back.pathname).toBe('http://localhost:3000/api/shopee/callback')
  expect(Object.fromEntries(back.searchParams)).toEqual({
    tela: 'lojas',
    code: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    shop_id: String(FIRST_SHOP_ID),
    state: 'a state',
  })
})

test('the seller decides for how long the grant holds', async () => {
  const now = sandbox.platform.clock.now()
  await decide({ decision: 'confirm', validity: 'custom', days: '45' })
  const list = await callSandbox(sandbox, '/api/v2/public/get_shops_by_partner')
  const [shop] = list.body.authed_shop_list as { shop_id: number; expire_time: number }[]
  expect(shop!.shop_id).toBe(FIRST_SHOP_ID)
  expect(Math.round((shop!.expire_time - now) / 86_400)).toBe(45)
})

test.each(['0', '366', '1.5', ''])('a validity of "%s" days is asked for again', async (days) => {
  const answer = await decide({ decision: 'confirm', validity: 'custom', days })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('Escolha um prazo de 1 a 365 dias.')
})

test('a no brings no code', async () => {
  const back = new URL((await decide({ decision: 'deny' })).headers.get('location')!)
  expect(back.searchParams.get('code')).toBeNull()
  expect(back.searchParams.get('error')).toBe('access_denied')
  expect(back.searchParams.get('state')).toBe('a state')
})

test('a shop made on the page can be authorized', async () => {
  const html = await (await decide({ decision: 'make', name: 'Loja <b>Nova</b>' })).text()
  expect(html).toContain('Loja &lt;b&gt;Nova&lt;/b&gt;')
  const [, shopId] = /value="shop:(\d+)"\s+checked/.exec(html)!
  expect(await authorizeShop(sandbox, { shopId: Number(shopId) })).toMatchObject({ shopId: Number(shopId) })
})

test.each([
  ['an unknown application', { partner_id: '5' }, 'partner_id is invalid'],
  ['another answer than a code', { response_type: 'token' }, 'response_type is invalid'],
  ['an address that is none', { redirect_uri: 'javascript:alert(1)' }, 'redirect_uri is invalid'],
])('%s is refused on the page', async (_name, changes, message) => {
  const answer = await fetch(link(changes))
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(message)
})

test('a declared domain is the only one that sellers are sent back to', async () => {
  await sandbox.admin('settings', { redirectDomain: 'mascate.example.com' })
  const refused = await fetch(link())
  expect(await refused.text()).toContain('The domain of redirect_uri is not consistent with the')
  expect((await decide({ decision: 'confirm' })).status).toBe(400)
  expect((await fetch(link({ redirect_uri: 'https://mascate.example.com/volta' }))).status).toBe(200)
  await sandbox.admin('settings', { redirectDomain: null })
})

test('the classic link is signed and dies five minutes after its timestamp', async () => {
  const path = '/api/v2/shop/auth_partner'
  const open = (query: URLSearchParams) =>
    fetch(`${sandbox.url}${path}?${query}&redirect=${encodeURIComponent(CALLBACK)}`)
  const now = sandbox.platform.clock.now()
  expect(await (await open(signedQuery(sandbox, path))).text()).toContain('Autorizar aplicativo')
  const late = await open(signedQuery(sandbox, path, { timestamp: now - 302 }))
  expect(await late.json()).toMatchObject({ error: 'error_param', message: 'Timestamp is expired.' })
  const forged = signedQuery({ ...sandbox, partnerKey: 'another key' }, path)
  expect(await (await open(forged)).json()).toMatchObject({ error: 'error_sign', message: 'Wrong sign.' })
})

test.each(['/cancel_auth', '/api/v2/shop/cancel_auth_partner'])('%s shows what can be taken back', async (path) => {
  await authorizeShop(sandbox)
  const query = path.startsWith('/api') ? signedQuery(sandbox, path) : new URL(link()).searchParams
  query.set('redirect', CALLBACK)
  expect(await (await fetch(`${sandbox.url}${path}?${query}`)).text()).toContain('Loja Sandbox')
})

test('after the cancellation neither token nor shop work any more', async () => {
  const shop = await connectShop(sandbox)
  expect((await shop.get('/api/v2/shop/get_shop_info')).error).toBe('')
  const answer = await decide({ decision: 'confirm' }, '/cancel_auth')
  expect(new URL(answer.headers.get('location')!).searchParams.get('shop_id')).toBe(String(FIRST_SHOP_ID))
  expect(await shop.get('/api/v2/shop/get_shop_info')).toMatchObject({ status: 403, error: 'shop_no_linked' })
})

test('a page from elsewhere cannot press the buttons', async () => {
  const pressed = (origin: string) => decide({ decision: 'confirm' }, '/auth', { origin })
  expect((await pressed('https://evil.example')).status).toBe(403)
  expect((await pressed(sandbox.url)).status).toBe(302)
})

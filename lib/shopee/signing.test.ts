import { createHmac } from 'node:crypto'
import { authorizationAddress, baseString, cancellationAddress, hasValidWebhookSignature, signedQuery } from './signing'

const app = {
  partnerId: 1000016,
  partnerKey: '7a6f6b',
  apiUrl: 'https://openplatform.shopee.com.br',
  authUrl: 'https://open.shopee.com.br/auth',
  fetchTimeoutMs: 1000,
}
const back = { redirectUrl: 'https://mascate.example/api/shopee/callback', state: 'st-1' }
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')

describe('the base string is the one that the platform publishes', () => {
  test.each([
    [
      '2001887/api/v2/shop/get_shop_info165571443159777174636562737266615546704c6d14701711',
      ['/api/v2/shop/get_shop_info', { accessToken: '59777174636562737266615546704c6d', shopId: '14701711' }],
    ],
    [
      '2001887/api/v2/global_product/get_category165571443109777174636962737266615546704c6d1000000',
      ['/api/v2/global_product/get_category', { accessToken: '09777174636962737266615546704c6d', shopId: '1000000' }],
    ],
    ['2001887/api/v2/public/get_shops_by_partner1655714431', ['/api/v2/public/get_shops_by_partner', undefined]],
  ] as const)('%s', (expected, [path, whose]) => {
    expect(baseString(2001887, path, 1655714431, whose)).toBe(expected)
  })
})

test('the key signs as the text it is, not as the bytes its hex would stand for', () => {
  const path = '/api/v2/order/get_order_list'
  const query = signedQuery(app, path, 1655714431, { accessToken: 'tok', shopId: '54804' })
  expect(query).toEqual({
    partner_id: '1000016',
    timestamp: '1655714431',
    access_token: 'tok',
    shop_id: '54804',
    sign: hmac('7a6f6b', `1000016${path}1655714431tok54804`),
  })
  expect(signedQuery(app, path, 1655714431)).not.toHaveProperty('access_token')
})

test('today’s page asks for a seller, unsigned, and gives the state back', () => {
  const url = new URL(authorizationAddress(app, back))
  expect(url.origin + url.pathname).toBe('https://open.shopee.com.br/auth')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    partner_id: '1000016',
    auth_type: 'seller',
    redirect_uri: back.redirectUrl,
    response_type: 'code',
    state: 'st-1',
  })
  expect(new URL(cancellationAddress(app, back)).pathname).toBe('/cancel_auth')
})

describe('a push counts only with the signature over its raw bytes', () => {
  const callbackUrl = 'https://mascate.example/api/shopee/webhook'
  const body = Buffer.from('{"data":{"ordersn":"220810QSK8S7BX"},  "code":3}')
  const authorization = hmac(app.partnerKey, `${callbackUrl}|${body.toString()}`)
  test.each([
    ['as sent', { callbackUrl, body, authorization }, true],
    [
      'rewritten',
      { callbackUrl, body: Buffer.from(JSON.stringify(JSON.parse(body.toString()))), authorization },
      false,
    ],
    ['sent to another address', { callbackUrl: `${callbackUrl}/`, body, authorization }, false],
    ['signed with another key', { callbackUrl, body, authorization: hmac('other', `${callbackUrl}|${body}`) }, false],
    ['unsigned', { callbackUrl, body, authorization: null }, false],
    ['with half a signature', { callbackUrl, body, authorization: authorization.slice(0, 32) }, false],
    ['with its signature in capitals', { callbackUrl, body, authorization: authorization.toUpperCase() }, false],
  ])('%s', (_name, webhookEvent, isGenuine) => {
    expect(hasValidWebhookSignature(app, webhookEvent)).toBe(isGenuine)
  })
})

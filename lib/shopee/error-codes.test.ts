import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { kindOfCode, kindOfStatus } from './error-codes'
import { remedyOf, ShopeeError, shopeeErrorKinds, type ShopeeErrorKind, type ShopeeRemedy } from './errors'
import { whereFound } from '@/lib/testing/harnesses/left-out'

const verbatim: [ShopeeErrorKind, ShopeeRemedy, string, string][] = [
  ['tokenDead', 'refresh', 'invalid_acceess_token', 'Invalid access_token, please have a check.'],
  ['tokenDead', 'refresh', 'invalid_access_token', ''],
  ['tokenDead', 'refresh', 'error_auth', 'Invalid access_token.'],
  ['grantDead', 'reauthorize', 'refresh_token_expired', 'Your refresh_token expired.'],
  [
    'grantDead',
    'reauthorize',
    'error_shop_refresh_token',
    'Your refresh token is error ,please check refresh token or shopid.',
  ],
  ['grantDead', 'reauthorize', 'shop_access_expired', 'Your access to shop has expired.'],
  ['grantDead', 'reauthorize', 'shop_no_linked', 'Partner and shop has no linked.'],
  ['grantDead', 'reauthorize', 'partner_shop_no_link', 'Invalid partner_id or shop_id, please have a check.'],
  ['grantDead', 'reauthorize', 'error_auth', 'Invalid partner_id or shopid.'],
  ['grantDead', 'reauthorize', 'order. error_permission', 'Please link shop and partner on seller center first.'],
  ['codeRefused', 'reauthorize', 'invalid_code', 'The code is expired or used or invalid, please check the code.'],
  ['codeRefused', 'reauthorize', 'invalid_main_acount_id', ''],
  [
    'codeRefused',
    'reauthorize',
    'invalid_shop_id',
    'The code or shop_id is wrong, please check the code or the shop_id.',
  ],
  ['shopBanned', 'giveUp', 'shop_banned', 'The shop account has been banned.'],
  [
    'rateLimited',
    'waitAndRetry',
    'error_rate_limit',
    'Too many requests. You have reached the rate limit. Please try again later.',
  ],
  [
    'dailyLimit',
    'waitUntil',
    'error_limit',
    'The total API call number made by your APP has reached the daily API call limit, please try again after 00: 00 (UTC+08:00)',
  ],
  ['businessRefused', 'giveUp', 'order.error_limit', 'Can not cancel this order'],
  ['businessRefused', 'giveUp', 'logistics.error_limit', 'The batch request reach limit 50.'],
  ['clockSkew', 'tellOperator', 'error_param', 'Timestamp is expired.'],
  ['appMisconfigured', 'tellOperator', 'error_sign', 'Wrong sign.'],
  ['appMisconfigured', 'tellOperator', 'invalid_partner_id', 'Invalid partner_id, please have a check.'],
  ['appMisconfigured', 'tellOperator', 'error_param', 'There is no partner_id in query.'],
  [
    'appMisconfigured',
    'tellOperator',
    'error_param',
    'Permission denied. This API is currently offline or the request path is incorrect.',
  ],
  ['appMisconfigured', 'tellOperator', 'error_auth', "The App is deleted, and you'll be unable to make any API call."],
  ['appMisconfigured', 'tellOperator', 'source_ip_undeclared', 'Request Source IP (1.2.3.4) is undeclared.'],
  ['appMisconfigured', 'tellOperator', 'error_partner_key_expired', ''],
  ['permission', 'tellOperator', 'error_api_permission', 'This app type has no permission to this API.'],
  ['permission', 'tellOperator', 'error_auth', 'No permission to current api.'],
  ['permission', 'tellOperator', 'common.error_permission', "You don't have permission for the operation"],
  ['transient', 'waitAndRetry', 'error_network', 'Inner http call failed'],
  ['transient', 'waitAndRetry', 'error_server', 'Something wrong. Please try later.\t'],
  [
    'transient',
    'waitAndRetry',
    'error_inner',
    'System error, please try again later or contact the OpenAPI support team.',
  ],
  ['transient', 'waitAndRetry', 'error_system_busy', 'Our system is taking some time to respond, please try later.'],
  ['transient', 'waitAndRetry', 'error_busy', ''],
  ['transient', 'waitAndRetry', 'product.error_busi', 'System busy, please try again later.'],
  ['transient', 'waitAndRetry', 'error_data', 'Query return info failed. Please try later.'],
  ['rateLimited', 'waitAndRetry', 'error_too_many_requests', ''],
  ['rateLimited', 'waitAndRetry', 'error_unknown_to_us', 'Too many requests, slow down'],
  ['transient', 'waitAndRetry', 'error_auth', 'System error, please try again later.'],
  ['transient', 'waitAndRetry', 'error_data', 'parse data failed'],
  ['transient', 'waitAndRetry', 'internal_error_server', 'The inner server err when warp http req.'],
  [
    'businessRefused',
    'giveUp',
    'error_server',
    'The current item belong to the full FBS shop, so normal stock must be equal to 0',
  ],
  ['notReady', 'waitAndRetry', 'logistics.download_later', 'Processing, please download later.'],
  [
    'notReady',
    'waitAndRetry',
    'logistics.error_param',
    'The order is being allocated, please wait until the allocate is complete',
  ],
  ['notFound', 'giveUp', 'error_not_found', 'Wrong parameters, detail: the order is not found.'],
  ['notFound', 'giveUp', 'order_not_found', 'Order SN provided is invalid or does not belong to you.'],
  ['notFound', 'giveUp', 'error_item_not_found', 'Product not found'],
  ['notFound', 'giveUp', 'error_param', 'The information you queried is not found.'],
  ['notFound', 'giveUp', 'logistics.order_not_exist', 'The order_sn X is not exist.'],
  [
    'invalidInput',
    'fixInput',
    'order.order_list_invalid_time',
    'Start time must be earlier than end time and diff in 15days.',
  ],
  ['invalidInput', 'fixInput', 'error_param', 'Wrong parameters, detail: {msg}.'],
  ['invalidInput', 'fixInput', 'error_shop', 'shopid is invalid'],
  ['invalidInput', 'fixInput', 'time_period_too_large', ''],
  ['businessRefused', 'giveUp', 'logistics.lack_of_invoice_data', 'Please upload the invoice'],
  [
    'businessRefused',
    'giveUp',
    'order.order_status_invalid',
    'Invalid order_status.The order status should be IN_CANCEL.',
  ],
  ['businessRefused', 'giveUp', 'a_code_of_next_month', 'Something new'],
]

test.each(verbatim)('%s, so %s: %s %s', (kind, remedy, code, text) => {
  expect(kindOfCode(code, text)).toBe(kind)
  expect(remedyOf[kind]).toBe(remedy)
})

test('every kind of error says what to do', () => {
  expect(Object.keys(remedyOf).sort()).toEqual([...shopeeErrorKinds].sort())
})

test.each([
  [429, 'rateLimited'],
  [500, 'transient'],
  [503, 'transient'],
  [408, 'transient'],
  [200, 'malformed'],
  [403, 'malformed'],
])('a body without an envelope and status %i is %s', (status, kind) => {
  expect(kindOfStatus(status)).toBe(kind)
})

test('the message of an error names the call and the code, and nothing that was sent or said', () => {
  const error = new ShopeeError('notFound', '/api/v2/order/get_order_detail', {
    code: 'error_not_found',
    text: 'Maria',
  })
  expect(error.message).toBe('/api/v2/order/get_order_detail: notFound (error_not_found)')
  expect(error.text).toBe('Maria')
})

const gateway = resolve(__dirname, '../../../shared/shopee-api/spec/_common.json')

test('no error of the gateway is taken for a refusal of the business', whereFound(gateway), () => {
  const { common_error_list: errors } = JSON.parse(readFileSync(gateway, 'utf8')) as {
    common_error_list: { name: string; description: string }[]
  }
  const refused = errors.filter(({ name, description }) => kindOfCode(name, description) === 'businessRefused')
  expect(refused).toEqual([])
  expect(errors.length).toBeGreaterThan(20)
})

test('network errors of any endpoint are transient', whereFound(gateway), () => {
  const folder = resolve(gateway, '..')
  const texts = readdirSync(folder).map((file) => readFileSync(resolve(folder, file), 'utf8'))
  const errors = texts.flatMap(
    (text) => (JSON.parse(text) as { error_list?: { name: string; description: string }[] }).error_list ?? [],
  )
  const inner = errors.filter(({ description }) =>
    /inner http call failed|something wrong\. please try/i.test(description),
  )
  expect(inner.length).toBeGreaterThan(50)
  expect(inner.filter(({ name, description }) => kindOfCode(name, description) !== 'transient')).toEqual([])
})

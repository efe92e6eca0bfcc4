import { ShopeeAnswers, type Given } from '@/lib/testing/fakes/shopee-answers'
import type { ShopCaller } from './app'
import { ShopeeError, type ShopeeErrorKind } from './errors'
import { callForFile, callShopee, type Call } from './transport'

const platform = new ShopeeAnswers()
beforeEach(() => platform.start())
afterEach(async () => {
  await platform.stop()
  platform.requests.length = 0
})

const reading: Call = { path: '/api/v2/order/get_order_list', repeatable: true }
const acting: Call = { path: '/api/v2/logistics/ship_order', repeatable: false, body: { order_sn: 'A' } }
const ok = '{"error":"","message":"","request_id":"r","response":{"n":1}}'

const problem = async (promise: Promise<unknown>): Promise<ShopeeError> => {
  const error = await promise.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ShopeeError)) throw error
  return error
}
/** The answers one after the other; the last one stays. */
const inTurn = (...given: Given[]) => {
  let turn = 0
  platform.answer = () => given[Math.min(turn++, given.length - 1)]!
}
const brief = () => platform.caller({ retries: 0 })
const slowestMs = 20_000

test('a call is signed for its path and its shop, with its own parameters beside', async () => {
  platform.answer = () => ({ body: ok })
  const query = {
    order_sn_list: ['A', 'B'],
    item_status: { each: ['NORMAL', 'UNLIST'] },
    from: new Date(5000),
    cursor: '',
    none: undefined,
  }
  await callShopee(platform.caller(), { ...reading, query })
  const { searchParams } = platform.requests[0]!.url
  expect(searchParams.get('order_sn_list')).toBe('A,B')
  expect(searchParams.getAll('item_status')).toEqual(['NORMAL', 'UNLIST'])
  expect([searchParams.get('from'), searchParams.get('cursor'), searchParams.has('none')]).toEqual(['5', '', false])
  expect(searchParams.get('shop_id')).toBe('14701711')
  expect(searchParams.get('sign')).toMatch(/^[0-9a-f]{64}$/)
  expect(Math.abs(Number(searchParams.get('timestamp')) - Date.now() / 1000)).toBeLessThan(5)
})

describe('the body decides, whatever the status', () => {
  test.each<[string, Given]>([
    ['success with 200', { body: ok }],
    ['success with 500', { status: 500, body: ok }],
    ['no error at all', { body: '{"response":{"n":1},"request_id":"r"}' }],
    ['"-" for no error', { body: '{"error":"-","message":"-","response":{"n":1}}' }],
    ['null for no error', { body: '{"error":null,"response":{"n":1}}' }],
    ['a byte order mark', { body: `\uFEFF${ok}` }],
  ])('%s', async (_name, given) => {
    platform.answer = () => given
    expect((await callShopee(brief(), reading)).response).toEqual({ n: 1 })
  })

  test.each<[string, Given, ShopeeErrorKind]>([
    ['an error with 200', { body: '{"error":"error_not_found","message":"m","request_id":"r"}' }, 'notFound'],
    ['an error with 403', { status: 403, body: '{"error":"error_sign","message":"Wrong sign."}' }, 'appMisconfigured'],
    ['a dead token with 500', { status: 500, body: '{"error":"invalid_acceess_token"}' }, 'tokenDead'],
    ['429 without a body', { status: 429 }, 'rateLimited'],
    ['429 with a page', { status: 429, body: '<html>slow down</html>' }, 'rateLimited'],
    ['a page with 200', { body: '<!DOCTYPE html><html></html>' }, 'malformed'],
    ['a page with 502', { status: 502, body: '<html>Bad Gateway</html>' }, 'transient'],
    ['nothing with 200', { body: '' }, 'malformed'],
    ['half an answer', { body: ok.slice(0, 30) }, 'malformed'],
    ['an empty object', { body: '{}' }, 'malformed'],
    ['a list', { body: '[]' }, 'malformed'],
    ['an object for an error', { body: '{"error":{"a":1}}' }, 'malformed'],
    ['a number for an error', { body: '{"error":10002,"message":"error_shop_not_exists"}' }, 'businessRefused'],
    ['a connection cut before the answer', { cut: 'before' }, 'transient'],
    ['a connection cut within the answer', { cut: 'within', body: ok }, 'transient'],
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example/' } }, 'appMisconfigured'],
  ])('%s', async (_name, given, kind) => {
    platform.answer = () => given
    expect((await problem(callShopee(brief(), reading))).kind).toBe(kind)
  })
})

test('an error keeps the words of the platform and the id to ask it about', async () => {
  platform.refuse('order.order_list_invalid_time', 'Start time must be earlier.')
  expect(await problem(callShopee(brief(), reading))).toMatchObject({
    kind: 'invalidInput',
    remedy: 'fixInput',
    code: 'order.order_list_invalid_time',
    text: 'Start time must be earlier.',
    requestId: 'r',
    status: 200,
  })
})

test('an answer that does not come is not waited for past the deadline', async () => {
  platform.answer = () => ({ body: ok, delayMs: 5000 })
  const begun = Date.now()
  expect((await problem(callShopee(platform.caller({ deadlineMs: 300 }), reading))).kind).toBe('transient')
  expect(Date.now() - begun).toBeLessThan(2500)
})

describe('a repeatable call is retried, and no other', () => {
  test(
    'a reading survives a fault that passes',
    async () => {
      inTurn({ status: 502, body: '<html>' }, { cut: 'before' }, { body: ok })
      expect((await callShopee(platform.caller(), reading)).response).toEqual({ n: 1 })
      expect(platform.requests).toHaveLength(3)
    },
    slowestMs,
  )

  test('a refusal is not asked for again', async () => {
    platform.refuse('error_not_found')
    await problem(callShopee(platform.caller(), reading))
    expect(platform.requests).toHaveLength(1)
  })

  test.each<[string, Given, ShopeeErrorKind]>([
    ['a cut connection', { cut: 'before' }, 'outcomeUnknown'],
    ['an inner failure', { body: '{"error":"error_network","message":"Inner http call failed"}' }, 'outcomeUnknown'],
    ['a page with 502', { status: 502, body: '<html>' }, 'outcomeUnknown'],
    ['a page with 200', { body: '<html>' }, 'outcomeUnknown'],
    ['429', { status: 429 }, 'rateLimited'],
    ['a busy system', { body: '{"error":"error_system_busy","message":"try later"}' }, 'transient'],
    ['a refusal', { body: '{"error":"logistics.package_already_shipped"}' }, 'businessRefused'],
  ])('an act meets %s and is not repeated', async (_name, given, kind) => {
    platform.answer = () => given
    expect((await problem(callShopee(platform.caller(), acting))).kind).toBe(kind)
    expect(platform.requests).toHaveLength(1)
  })

  test('an act that did not come back in time may have happened', async () => {
    platform.answer = () => ({ body: ok, delayMs: 3000 })
    const error = await problem(callShopee(platform.caller({ deadlineMs: 200 }), acting))
    expect([error.kind, error.remedy]).toEqual(['outcomeUnknown', 'checkFirst'])
  })

  test('an act that never left is known not to have happened', async () => {
    const caller = platform.caller()
    await platform.stop()
    expect((await problem(callShopee(caller, acting))).kind).toBe('transient')
    await platform.start()
  })
})

describe('the pace', () => {
  const limiterOf = () => {
    const turns: (number | undefined)[] = []
    const held: number[] = []
    const limiter: ShopCaller['limiter'] = {
      takeTurn: async (_shop, _cost, longestWaitMs) => void turns.push(longestWaitMs),
      holdBack: async (_shop, ms) => void held.push(ms),
    }
    return { turns, held, limiter }
  }

  test('Retry-After holds the whole shop back, and is waited for', async () => {
    const { turns, held, limiter } = limiterOf()
    inTurn({ status: 429, headers: { 'retry-after': '1' } }, { body: ok })
    const begun = Date.now()
    await callShopee(platform.caller({ limiter }), reading)
    expect(held).toEqual([1000])
    expect(turns).toHaveLength(2)
    expect(Date.now() - begun).toBeGreaterThanOrEqual(990)
  })

  test('a wait past the deadline is left to the caller, who gets its length', async () => {
    const { held, limiter } = limiterOf()
    platform.answer = () => ({ status: 429, headers: { 'retry-after': '120' } })
    const error = await problem(callShopee(platform.caller({ limiter, deadlineMs: 2000 }), reading))
    expect([error.kind, error.retryAfterMs, platform.requests.length]).toEqual(['rateLimited', 120_000, 1])
    expect(held).toEqual([120_000])
  })

  test('without Retry-After the shop waits too, longer than nothing', async () => {
    const { held, limiter } = limiterOf()
    platform.refuse('error_rate_limit', 'Too many requests.')
    await problem(callShopee(platform.caller({ limiter, retries: 0 }), reading))
    expect(held[0]).toBeGreaterThan(200)
  })

  test('the daily limit states when the platform’s counter restarts', async () => {
    platform.refuse('error_limit', 'reached the daily API call limit, please try again after 00: 00 (UTC+08:00)')
    const { retryAt } = await problem(callShopee(brief(), reading))
    expect(retryAt!.getTime() % 86_400_000).toBe(16 * 3_600_000)
    expect(retryAt!.getTime()).toBeGreaterThan(Date.now())
  })
})

test.each([
  ['a reading', reading],
  ['an act', acting],
])('%s with a clock that is off is made again by the platform’s own, once', async (_name, call) => {
  const theirs = Date.now() + 3_600_000
  platform.answer = ({ url }) => {
    const isRight = Math.abs(Number(url.searchParams.get('timestamp')) * 1000 - theirs) < 60_000
    const date = new Date(theirs).toUTCString()
    return { headers: { date }, body: isRight ? ok : '{"error":"error_param","message":"Timestamp is expired."}' }
  }
  expect((await callShopee(platform.caller(), call)).response).toEqual({ n: 1 })
  expect(platform.requests).toHaveLength(2)
  platform.refuse('error_param', 'Timestamp is expired.', { headers: { date: new Date(theirs).toUTCString() } })
  expect((await problem(callShopee(brief(), reading))).kind).toBe('clockSkew')
  expect(platform.requests).toHaveLength(3)
})

test(
  'a host that fails many times in a row is left alone, and tried again after a while',
  async () => {
    platform.answer = () => ({ status: 503 })
    for (let call = 0; call < 8; call += 1) await problem(callShopee(brief(), reading))
    const requestsBefore = platform.requests.length
    expect(await problem(callShopee(brief(), reading))).toMatchObject({ kind: 'circuitOpen', remedy: 'waitAndRetry' })
    expect(platform.requests).toHaveLength(requestsBefore)
    platform.answer = () => ({ body: ok })
    const healed = Date.now()
    while (
      await callShopee(brief(), reading).then(
        () => false,
        () => true,
      )
    ) {
      expect(Date.now() - healed).toBeLessThan(15_000)
      await new Promise((later) => setTimeout(later, 100))
    }
  },
  slowestMs,
)

test('refusals, however many, leave the host open', async () => {
  platform.refuse('error_not_found')
  for (let call = 0; call < 12; call += 1) expect((await problem(callShopee(brief(), reading))).kind).toBe('notFound')
})

test('a file is handed over as its bytes', async () => {
  const pdf = Buffer.from('%PDF-1.7\n\xff\xfe', 'latin1')
  platform.answer = () => ({ body: pdf, headers: { 'content-type': 'application/pdf' } })
  expect(await callForFile(brief(), reading)).toEqual({ bytes: pdf, contentType: 'application/pdf' })
  platform.answer = () => ({ body: '<?xml version="1.0"?><nfeProc/>', headers: { 'content-type': 'application/xml' } })
  expect((await callForFile(brief(), reading)).bytes.toString()).toContain('nfeProc')
})

test.each<[string, Given, ShopeeErrorKind]>([
  ['the reason', { body: '{"error":"logistics.download_later","message":"Processing","request_id":"r"}' }, 'notReady'],
  ['a page', { body: '<html></html>', headers: { 'content-type': 'text/html' } }, 'malformed'],
  ['nothing', { body: '' }, 'malformed'],
  ['an envelope without a file', { body: ok }, 'malformed'],
  ['a 502', { status: 502, body: 'bad gateway' }, 'transient'],
])('instead of a file comes %s', async (_name, given, kind) => {
  platform.answer = () => given
  expect((await problem(callForFile(brief(), reading))).kind).toBe(kind)
})

test('an upload is multipart, with its fields beside the file', async () => {
  platform.answer = () => ({ body: ok })
  const file = { field: 'file', fileName: 'nota.xml', type: 'application/xml', bytes: Buffer.from('<nfe/>') }
  await callShopee(platform.caller(), {
    ...acting,
    body: undefined,
    form: { fields: { order_sn: 'A', file_type: 4 }, file },
  })
  const { headers, body, method } = platform.requests[0]!
  const form = await new Response(Uint8Array.from(body), {
    headers: { 'content-type': headers['content-type']! },
  }).formData()
  expect(method).toBe('POST')
  expect([form.get('order_sn'), form.get('file_type')]).toEqual(['A', '4'])
  expect(await (form.get('file') as File).text()).toBe('<nfe/>')
})

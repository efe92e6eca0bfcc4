import { createToken } from '@/lib/identity/access-tokens/tokens'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { POST as callFunction } from './functions/[name]/route'
import { POST as MCP } from './mcp/route'

const long = 'n'.repeat(10_000)
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
const deepObject = `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`

/** Hostile inputs of a tool, with the field that is named as wrong. */
const inputs: [string, string, string][] = [
  ['a NUL in a name', '{"product":"a\\u0000b"}', 'product'],
  ['a control character in a name', '{"product":"GAR\\u00071"}', 'product'],
  ['a line break in a name', '{"product":"GAR\\n1"}', 'product'],
  ['half of a surrogate pair', '{"product":"\\ud83d"}', 'product'],
  ['a name of 10,000 characters', `{"product":"${long}"}`, 'product'],
  ['nothing as a name', '{"product":"  "}', 'product'],
  ['a list as a name', `{"product":${deep}}`, 'product'],
  ['an object as a name', `{"product":${deepObject}}`, 'product'],
  ['a number as a name', '{"product":1}', 'product'],
  ['a prototype', '{"__proto__":{"limit":5}}', '_'],
  ['a constructor', '{"constructor":{"prototype":{"limit":5}}}', '_'],
  ['a field of 10,000 characters', `{"${long}":1}`, '_'],
  ['one key twice, of which the last counts', '{"limit":5,"limit":5000}', 'limit'],
  ['a number beyond all', '{"limit":1e400}', 'limit'],
  ['a fraction', '{"limit":1.5}', 'limit'],
  ['a list', '[]', '_'],
]

const give = async () => {
  const { owner } = await createTestOrganization()
  return (await createToken(owner, { name: 'Programa', scope: 'write', days: 7 })).secret
}
type Sent = { headers?: Record<string, string>; body: BodyInit; duplex?: 'half' }
const endless = () =>
  new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(32)) })
const notUtf8 = Buffer.concat([Buffer.from('{"product":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])

describe('a function', () => {
  const send = async (secret: string, { headers, ...sent }: Sent, name = 'product_stock') => {
    const all = { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers }
    const request = new Request('http://localhost:3000/api/functions/x', { method: 'POST', headers: all, ...sent })
    const answer = await callFunction(request, { params: Promise.resolve({ name }) })
    return {
      status: answer.status,
      said: (await answer.json()) as { error: string; fields?: Record<string, string[]> },
    }
  }

  test('refuses each input that is none by the field that is wrong', async () => {
    const secret = await give()
    for (const [what, body, field] of inputs) {
      const { status, said } = await send(secret, { body })
      expect({ what, status, error: said.error }).toEqual({ what, status: 400, error: 'invalidInput' })
      expect({ what, fields: Object.keys(said.fields ?? {}) }).toEqual({ what, fields: [field] })
    }
  })

  test('refuses a body that is none by what it is', async () => {
    const secret = await give()
    const refused = async (sent: Sent) => {
      const { status, said } = await send(secret, sent)
      return `${status} ${said.error}`
    }
    for (const type of ['text/plain', 'text/json', 'application/json-seq', 'multipart/form-data', 'application/xml'])
      expect([type, await refused({ body: '{}', headers: { 'content-type': type } })]).toEqual([
        type,
        '415 functionNotJson',
      ])
    for (const body of ['{', 'undefined', "{'a':1}", '{}{}', notUtf8])
      expect(await refused({ body: body as BodyInit })).toBe('415 functionNotJson')
    expect(await refused({ body: endless(), duplex: 'half' })).toBe('413 functionBodyTooLarge')
    for (const body of ['null', '"x"', '1', 'true', deep]) expect(await refused({ body })).toBe('400 invalidInput')
  })

  test.each(['__proto__', 'constructor', 'toString', long, 'a\0b', '../../etc', '%E0%A4%A'])(
    'with an unknown name does not exist',
    async (name) => {
      const { status, said } = await send(await give(), { body: '{}' }, name)
      expect({ status, error: said.error }).toEqual({ status: 404, error: 'functionUnknown' })
    },
  )

  test.each(['x', 'with space in it', 'k'.repeat(201), 'kä'.repeat(9)])('takes no key of another form', async (key) => {
    const body = '{"description":"Fita","amountCents":1,"kind":"variable","dueOn":"2026-12-01"}'
    const { status } = await send(await give(), { body, headers: { 'idempotency-key': key } }, 'propose_expense')
    expect(status).toBe(400)
  })
})

describe('an MCP message', () => {
  const send = async (secret: string, { headers, ...sent }: Sent) => {
    const accept = 'application/json, text/event-stream'
    const all = { authorization: `Bearer ${secret}`, accept, 'content-type': 'application/json', ...headers }
    const answer = await MCP(new Request('http://localhost:3000/api/mcp', { method: 'POST', headers: all, ...sent }))
    const text = await answer.text()
    expect(text).not.toMatch(/node_modules|\/lib\/|prisma/i)
    return { status: answer.status, said: JSON.parse(text || '{}') as Said }
  }
  type Said = {
    error?: { code: number; message: string }
    result?: { isError?: boolean; structuredContent?: { error?: string; fields?: Record<string, string[]> } }
  }
  const callOf = (args: string, name = '"product_stock"') =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${name},"arguments":${args}}}`

  test('refuses each input that is none by the field that is wrong', async () => {
    const secret = await give()
    const notCalls: string[] = []
    for (const [what, args, field] of inputs) {
      const { status, said } = await send(secret, { body: callOf(args) })
      if (status === 400) notCalls.push(what)
      const refused = said.result?.structuredContent
      // A call that is no object, or nested too deep, is invalid.
      if (status === 400)
        expect({ what, isClear: [-32602, -32700].includes(said.error!.code) }).toEqual({ what, isClear: true })
      else
        expect({ what, status, error: refused?.error, fields: Object.keys(refused?.fields ?? {}) }).toEqual({
          what,
          status: 200,
          error: 'invalidInput',
          fields: [field],
        })
    }
    expect(notCalls).toEqual(['a list as a name', 'an object as a name', 'a prototype', 'a list'])
  })

  test('for an unknown tool gets that answer', async () => {
    const secret = await give()
    for (const name of ['__proto__', 'constructor', long, 'a\0b', '']) {
      const { said } = await send(secret, { body: callOf('{}', JSON.stringify(name)) })
      expect(said.result).toMatchObject({ isError: true, structuredContent: { error: 'toolUnknown' } })
    }
  })

  test('that is none is refused by what it is', async () => {
    const secret = await give()
    const statusOf = async (sent: Sent) => (await send(secret, sent)).status
    expect(await statusOf({ body: endless(), duplex: 'half' })).toBe(413)
    expect(await statusOf({ body: notUtf8 as unknown as BodyInit })).toBe(400)
    for (const type of ['text/plain', 'application/json-seq', 'text/event-stream'])
      expect([type, await statusOf({ body: '{}', headers: { 'content-type': type } })]).toEqual([type, 415])
    expect(await statusOf({ body: '{}', headers: { accept: 'text/html' } })).toBe(406)
    for (const body of [
      '',
      '{',
      'null',
      '1',
      '"x"',
      '{}',
      deepObject,
      deep,
      `[${callOf('{}')}]`,
      '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
      `{"jsonrpc":"2.0","id":${deepObject},"method":"tools/list"}`,
      '{"jsonrpc":"2.0","id":1,"method":7}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}',
    ]) {
      const { status, said } = await send(secret, { body })
      expect({ body: body.slice(0, 60), status, hasMessage: Boolean(said.error?.message) }).toEqual({
        body: body.slice(0, 60),
        status: 400,
        hasMessage: true,
      })
    }
    const unknown = await send(secret, { body: `{"jsonrpc":"2.0","id":1,"method":"${long}"}` })
    expect(unknown.said.error?.code).toBe(-32601)
  })
})

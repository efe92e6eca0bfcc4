import { readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import {
  createServer,
  get,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { BrotliCompress, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { compressAnswer } from './compress-answer'

let server: Server
let listen: RequestListener
beforeAll(async () => {
  server = createServer((request, response) => {
    compressAnswer(request, response)
    listen(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
afterEach(() => server.closeAllConnections())
afterAll(() => server.close())

const open = (listener: RequestListener, accepted = 'gzip, deflate, br', method = 'GET') => {
  listen = listener
  const { port } = server.address() as AddressInfo
  return new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { 'accept-encoding': accepted }
    get({ host: '127.0.0.1', port, method, headers, agent: false }, resolve).on('error', reject)
  })
}
async function request(...given: Parameters<typeof open>) {
  const answer = await open(...given)
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  const bytes = Buffer.concat(parts)
  const way = answer.headers['content-encoding']
  const text = way === 'br' ? brotliDecompressSync(bytes) : way === 'gzip' ? gunzipSync(bytes) : bytes
  return { ...answer.headers, status: answer.statusCode, way, bytes: bytes.length, text: text.toString() }
}
const words = '<li class="list-cell">Pedido</li>'.repeat(2000)
const page =
  (body: string | Buffer = words, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.end(body)
  }

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.1', 'br'],
  ['brand, zip', undefined],
  ['identity', undefined],
])('to who accepts %s a page goes as %s', async (accepted, way) => {
  const answer = await request(page(), accepted)
  expect(answer).toMatchObject({ way, text: words, vary: 'accept-encoding' })
  if (way) expect(answer.bytes).toBeLessThan(1000)
})

test.each<[string, RequestListener]>([
  ['what is small', page('short')],
  ['a picture', page(randomBytes(4096).toString('hex'), { 'content-type': 'image/png' })],
  ['words that come one by one', page(words, { 'content-type': 'text/event-stream' })],
  ['what must stay as it is', page(words, { 'cache-control': 'private, no-transform' })],
])('%s is sent as it is', async (_, listener) => {
  expect((await request(listener)).way).toBe(undefined)
})

test('a compressed answer stays as it is, and a request for headers alone gets no body', async () => {
  const made = await request(page(Buffer.from('already '.repeat(500)), { 'content-encoding': 'x-own' }))
  expect(made).toMatchObject({ way: 'x-own', text: 'already '.repeat(500) })
  expect(await request(page(), 'br', 'HEAD')).toMatchObject({ way: undefined, bytes: 0 })
})

test('headers given with the status, a length among them, decide as those given before', async () => {
  const answer = await request((_, response) =>
    response.writeHead(203, 'Other', { 'content-type': 'application/json', 'content-length': words.length }).end(words),
  )
  expect(answer).toMatchObject({ status: 203, way: 'br', text: words })
  expect(answer['content-length']).toBe(undefined)
})

test('a part that is to be seen at once is sent while the next is still being made', async () => {
  let go!: () => void
  const answer = await open((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.write('the first part '.repeat(100))
    ;(response as unknown as { flush: () => void }).flush()
    go = () => response.end('the second')
  })
  const parts: Buffer[] = []
  answer.on('data', (part: Buffer) => {
    parts.push(part)
    go()
  })
  await new Promise((ended) => answer.on('end', ended))
  expect(brotliDecompressSync(Buffer.concat(parts)).toString()).toBe(`${'the first part '.repeat(100)}the second`)
})

test('parts that follow each other at once cost hardly more than the whole', async () => {
  const rows = Array.from({ length: 200 }, (_, at) => `<tr><td>${at * 7919}</td></tr>`)
  const whole = await request(page(rows.join('')), 'gzip')
  const parts = await request((_, response) => {
    response.setHeader('content-type', 'text/html')
    for (const row of rows) {
      response.write(row)
      ;(response as unknown as { flush: () => void }).flush()
    }
    response.end()
  }, 'gzip')
  expect(parts.text).toBe(rows.join(''))
  expect(parts.bytes).toBeLessThan(whole.bytes * 1.1)
})

test('a browser without brotli gets a page as small as gzip makes it by default', async () => {
  const text = readFileSync('messages/pt-BR.json', 'utf8').slice(0, 100_000)
  const least = gzipSync(text).length
  expect(gzipSync(text, { level: 3 }).length).toBeGreaterThan(least * 1.05)
  expect((await request(page(text), 'gzip')).bytes).toBeLessThanOrEqual(least * 1.01)
})

test('many small pieces go to the compressor in few, whole and in order', async () => {
  const taken = vi.spyOn(BrotliCompress.prototype, 'write')
  const pieces = Array.from({ length: 400 }, (_, at) => `<td>Peça ${at}</td>`.repeat(10))
  const written: number[] = []
  const answer = await request((_, response) => {
    response.setHeader('content-type', 'text/html')
    for (const [at, piece] of pieces.entries()) response.write(piece, 'utf8', () => void written.push(at))
    response.end('<p>end</p>')
  })
  expect(answer.text).toBe(`${pieces.join('')}<p>end</p>`)
  expect(written).toHaveLength(pieces.length)
  expect(taken.mock.calls.length).toBeLessThan(10)
  taken.mockRestore()
})

test.each([
  ['great pieces', 48 * 1024, 250],
  ['small pieces', 4 * 1024, 3_000],
])('a slow reader holds back the writer of %s, and gets everything once it reads on', async (_, size, blocks) => {
  // Two letters a byte: it compresses by half.
  const block = () => randomBytes(size).toString('hex')
  let written = 0
  const writeAll = async (response: ServerResponse) => {
    response.setHeader('content-type', 'text/csv')
    for (; written < blocks; written += 1)
      if (!response.write(block())) await new Promise((drained) => response.once('drain', drained))
    response.end()
  }
  const answer = await open((_, response) => void writeAll(response), 'gzip')
  for (let before = -1; before < written;) {
    before = written
    await new Promise((later) => setTimeout(later, 100))
  }
  expect(written).toBeLessThan(blocks * 0.9)
  let read = 0
  for await (const part of answer) read += (part as Buffer).length
  expect(written).toBe(blocks)
  expect(read).toBeGreaterThan(blocks * size)
})

test.each([302, 303, 307, 308])('a redirect (%s) sends no page', async (status) => {
  const answer = await request((_, response) => {
    response.writeHead(status, { location: '/auth', 'content-type': 'text/html' })
    response.write(words)
    response.end(words)
  })
  expect(answer).toMatchObject({ status, location: '/auth', bytes: 0, 'content-length': '0' })
  expect(answer['content-type']).toBe(undefined)
})

test("an action's answer keeps its page, wherever it leads", async () => {
  expect((await request(page(words, { location: '/x', 'x-action-redirect': '/x' }))).text).toBe(words)
})

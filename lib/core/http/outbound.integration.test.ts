import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as listen, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { callOut, fetchJson, retryAfterMs } from './outbound'
import { answerOut } from './outbound-stream'

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<{ url: string; allow: string[] }> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: `http://${host}/`, allow: [host] }
}
const schema = z.object({ n: z.number() })

test('only named hosts are called, over https unless they are this computer', async () => {
  const { url, allow } = await serve((_, answer) => answer.end('{}'))
  for (const address of [url, 'https://example.com/', 'not an address'])
    await expect(callOut(address, { allow: ['other.example'] })).rejects.toMatchObject({ problem: 'forbiddenHost' })
  await expect(callOut('http://nowhere.invalid/', { allow: ['nowhere.invalid'] })).rejects.toMatchObject({
    problem: 'forbiddenHost',
  })
  await expect(callOut('https://user:pass@nowhere.invalid/', { allow: ['nowhere.invalid'] })).rejects.toMatchObject({
    problem: 'forbiddenHost',
  })
  expect((await callOut(url, { allow })).status).toBe(200)
})

test.each([
  ['whole', callOut],
  ['streamed', answerOut],
])('a redirect is not followed, nor taken for an answer: %s', async (_, call) => {
  const requests: unknown[] = []
  const { url, allow } = await serve(({ url: path }, answer) => {
    requests.push(path)
    if (path === '/') answer.writeHead(302, { location: '/elsewhere' }).end()
    else answer.end('{"n":1}')
  })
  await expect(call(url, { allow })).rejects.toMatchObject({ problem: 'redirected' })
  expect(requests).toEqual(['/'])
})

test('a body past its limit, a slow answer and a dead port end the call', async () => {
  const large = await serve((_, answer) => answer.end('x'.repeat(5000)))
  await expect(callOut(large.url, { allow: large.allow, maxBytes: 1000 })).rejects.toMatchObject({
    problem: 'tooLarge',
  })
  const slow = await serve((_, answer) => void answer.write('{'))
  await expect(callOut(slow.url, { allow: slow.allow, timeoutMs: 100 })).rejects.toMatchObject({ problem: 'timeout' })
  await expect(callOut('http://127.0.0.1:9/', { allow: ['127.0.0.1:9'] })).rejects.toMatchObject({
    problem: 'unreachable',
  })
})

test.each([
  ['whole', callOut],
  ['streamed', answerOut],
])(
  'a server that accepts a connection and never completes its handshake is given up in the time to connect: %s',
  async (_, call) => {
    const silent = listen((socket) => socket.resume())
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
    const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`
    // Without that time nothing ends the call before the test's own.
    await expect(call(`https://${host}/`, { allow: [host], connectMs: 200, timeoutMs: 60_000 })).rejects.toMatchObject({
      problem: 'unreachable',
    })
    silent.close()
  },
)

test('an answer whose reader is slow is not silent: it comes whole', async () => {
  const body = Buffer.alloc(8_000_000, 'x')
  const { url, allow } = await serve((_, answer) => answer.end(body))
  const answer = await answerOut(url, { allow, silenceMs: 150 })
  let read = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    if (read === 0) await wait(600)
    read += chunk.length
  }
  expect(read).toBe(body.length)
})

test('reading is tried again after what passes, as long as Retry-After fits; writing is not', async () => {
  let calls = 0
  const busy = await serve((_, answer) => {
    calls += 1
    if (calls % 2 === 1) return void answer.writeHead(429, { 'retry-after': '0' }).end()
    answer.end('{"n":1}')
  })
  expect(await fetchJson(busy.url, { allow: busy.allow, schema })).toEqual({ n: 1 })
  await expect(fetchJson(busy.url, { allow: busy.allow, schema, method: 'POST', body: {} })).rejects.toMatchObject({
    status: 429,
  })
  expect(calls).toBe(3)
  const patient = await serve((_, answer) => answer.writeHead(503, { 'retry-after': '60' }).end())
  const begun = Date.now()
  await expect(fetchJson(patient.url, { allow: patient.allow, schema, timeoutMs: 20_000 })).rejects.toMatchObject({
    status: 503,
    retryAfterMs: 60_000,
  })
  expect(Date.now() - begun).toBeLessThan(15_000)
  expect(retryAfterMs({ 'retry-after': new Date(5000).toUTCString() }, 2000)).toBe(3000)
})

test('no wait is longer than a day, with any Retry-After', () => {
  for (const retryAfter of ['31536000', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT'])
    expect(retryAfterMs({ 'retry-after': retryAfter }, 0)).toBe(86_400_000)
})

test('an answer of another shape is malformed, and one that refuses keeps its body for who knows its codes', async () => {
  const odd = await serve((_, answer) => answer.end('<html>'))
  await expect(fetchJson(odd.url, { allow: odd.allow, schema })).rejects.toMatchObject({ problem: 'malformed' })
  const refusing = await serve((_, answer) => answer.writeHead(400).end('{"error":"invalid_grant"}'))
  await expect(fetchJson(refusing.url, { allow: refusing.allow, schema })).rejects.toMatchObject({
    problem: 'refused',
    body: '{"error":"invalid_grant"}',
  })
})

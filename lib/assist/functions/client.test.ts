import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callFunction, codeOf, FunctionError, type FunctionCall } from './client'

let server: Server | undefined
afterEach(stop)

function stop() {
  server?.closeAllConnections()
  server?.close()
}

/** A server in the place of the product, or of something in front of it. */
async function answering(listener: RequestListener, call: Partial<FunctionCall> = {}) {
  stop()
  server = createServer(listener)
  await new Promise<void>((ready) => server!.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return callFunction('some-name', {
    token: 'mcs_x',
    fetch: (path, init) => fetch(new URL(path as string, `http://127.0.0.1:${port}`), init),
    ...call,
  })
}
const ours = (type: string) => ({ 'x-mascate-function': '1', 'content-type': type })
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error as FunctionError).failure,
  )

test('an answer is read by its content type', async () => {
  const answer = (type: string, text: string) =>
    answering((_, response) => response.writeHead(200, ours(type)).end(text))
  expect(await answer('application/json; charset=utf-8', '{"cents":"1"}')).toEqual({
    type: 'json',
    data: { cents: '1' },
  })
  expect(await answer('text/plain', 'olá')).toEqual({ type: 'text', text: 'olá' })
  expect(await answer('application/pdf', '%PDF')).toMatchObject({ type: 'blob', blob: expect.any(Blob) })
  const streamed = await answer('text/event-stream', 'data: 1\n\n')
  if (streamed.type !== 'events') throw new Error(streamed.type)
  expect(await new Response(streamed.stream).text()).toBe('data: 1\n\n')
})

test('it sends the token, the key and the input, and no cookie', async () => {
  const seen = new Promise<Record<string, unknown>>((resolve, reject) => {
    answering(
      (request, response) => {
        let body = ''
        request.on('data', (chunk: Buffer) => (body += chunk.toString()))
        request.on('end', () => {
          response.writeHead(200, ours('application/json')).end('{}')
          resolve({ ...request.headers, method: request.method, url: request.url, body })
        })
      },
      { input: { id: 'a' }, key: 'a-key-of-a-form' },
    ).catch(reject)
  })
  expect(await seen).toMatchObject({
    method: 'POST',
    url: '/api/functions/some-name',
    body: '{"id":"a"}',
    authorization: 'Bearer mcs_x',
    'idempotency-key': 'a-key-of-a-form',
  })
  expect(await seen).not.toHaveProperty('cookie')
})

test('a call that was not sent, an answer of something in between and our refusal are distinguished', async () => {
  expect(await failureOf(callFunction('x', { token: 't', fetch: () => Promise.reject(new TypeError('no')) }))).toEqual({
    kind: 'notSent',
    late: false,
  })
  expect(await failureOf(answering((request) => void request.socket.destroy()))).toMatchObject({ kind: 'notSent' })
  expect(await failureOf(answering(() => undefined, { deadlineMs: 50 }))).toEqual({ kind: 'notSent', late: true })
  for (const status of [200, 401, 502, 504])
    expect(
      await failureOf(
        answering((_, response) => response.writeHead(status, { 'content-type': 'text/html' }).end('<p>')),
      ),
    ).toEqual({ kind: 'relay', status })
  expect(
    await failureOf(answering((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())),
  ).toMatchObject({ kind: 'relay' })
  const body = { error: 'invalidInput', status: 400, fields: { id: ['missing'] } }
  expect(
    await failureOf(
      answering((_, response) => response.writeHead(400, ours('application/json')).end(JSON.stringify(body))),
    ),
  ).toEqual({ kind: 'refused', status: 400, code: 'invalidInput', fields: { id: ['missing'] } })
  expect(
    await failureOf(answering((_, response) => response.writeHead(200, ours('application/json')).end('{"cut'))),
  ).toEqual({ kind: 'relay', status: 200 })
})

test('each failure has its words of the catalogue', () => {
  expect(codeOf({ kind: 'notSent', late: false })).toBe('functionNotSent')
  expect(codeOf({ kind: 'notSent', late: true })).toBe('connectionTimeout')
  expect(codeOf({ kind: 'relay', status: 502 })).toBe('functionRelayError')
  expect(codeOf({ kind: 'refused', status: 403, code: 'permissionDenied' })).toBe('permissionDenied')
})

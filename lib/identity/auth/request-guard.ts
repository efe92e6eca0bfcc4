import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { answerAction, isHandedOn } from './action-requests'
import { decodeCookie } from './decode-cookie'
import { env } from '@/lib/core/env'
import { compressAnswer } from '@/lib/core/http/compress-answer'
import { logger } from '@/lib/core/logging/logger'
import { sendBuiltFile } from '@/lib/core/http/send-built-file'
import { isDashboard, pageHeaders } from './page-policy'
import { callerOf, countRejected, isRejecting, takeTurn } from './request-turns'
import { nonceHeader, pathHeader } from './return-path'
import { cookieName } from './session-cookie'

/** As next.config.mjs says it of actions. */
const MOST_BYTES_OF_A_PAGE = 2 * 1024 * 1024
const MOST_BYTES_OF_A_STRANGER = 64 * 1024
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Not `*`, nor with segments of dots: Next answers those for another address than the one that is judged here. */
const PLAIN_ADDRESS = /^(?!\*|[^?]*[/\\](?:\.|%2e){1,2}(?:[/\\?]|$))/i

/** As the framework writes the ids of actions. */
const ACTION_ID = /^[0-9a-f]{40,42}$/

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
}
const HSTS = 'max-age=63072000'
/**
 * Headers from the middleware to pages, which no caller may set: an address that it does not see may still end in a
 * page.
 */
const OWN_HEADERS = [nonceHeader, pathHeader, 'content-security-policy', 'content-security-policy-report-only']
/**
 * The policy of data, files and refusals, which load nothing and stand in no page; a page's own policy, the
 * middleware's, replaces it.
 */
const DATA_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Applies to every request before Next sees it: security headers, compression, and the refusal of a body, unread, where
 * a page takes none. Next keeps all of a body before the middleware decides.
 */
export function guardRequests(): void {
  const guarded = new WeakSet<Server>()
  subscribe('net.server.socket', (message) => {
    const { server } = (message as { socket: Socket & { server: Server } }).socket
    if (server.listenerCount('request') === 0 || guarded.has(server)) return
    guarded.add(server)
    // Next's listener neither answers nor closes what asks for another protocol; without one it is a request like any other.
    if (env().NODE_ENV !== 'development') server.removeAllListeners('upgrade')
    const listeners = server.listeners('request') as RequestListener[]
    server.removeAllListeners('request')
    server.on('request', (...given) => void admit(...given, listeners).catch((error: unknown) => fail(error, given[1])))
  })
  subscribe('http.server.request.start', (message) => setHeaders((message as { response: ServerResponse }).response))
}

function setHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  const { NEXTAUTH_URL, HSTS_SUBDOMAINS } = env()
  if (NEXTAUTH_URL.startsWith('https://'))
    response.setHeader('strict-transport-security', HSTS_SUBDOMAINS ? `${HSTS}; includeSubDomains` : HSTS)
  response.setHeader('content-security-policy', DATA_POLICY)
}

async function admit(request: IncomingMessage, response: ServerResponse, listeners: RequestListener[]) {
  for (const name of OWN_HEADERS) delete request.headers[name]
  const refusal = await refusalOf(request)
  if (refusal !== null) {
    const allow = refusal === 405 && { allow: METHODS.join(', ') }
    return void response.writeHead(refusal, { connection: 'close', ...allow }).end()
  }
  if (await sendBuiltFile(request, response)) return
  const late = await waitForTurn(request, response)
  if (late) return void response.writeHead(429, { connection: 'close', 'retry-after': '5' }).end()
  compressAnswer(request, response)
  await preparePage(request, response)
  const listen = () => {
    for (const listener of listeners) listener(request, response)
  }
  if ('next-action' in request.headers) answerAction(request, response, listen)
  else listen()
}

/** Pages, actions, bodies and reads of one person or network take turns, so that they do not all go before everybody else's. */
async function waitForTurn(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { method = '', url = '', headers } = request
  const isReading = method === 'GET' || method === 'HEAD'
  const isAction = 'next-action' in headers
  const content = await sessionCookie(headers.cookie)
  const caller = callerOf(content, headers, request.socket.remoteAddress)
  if (!caller) return false
  // Programs and platforms have limits of their own, by what they show.
  if (isApi(url) && !isAction)
    return caller.hasSession && !(await takeTurn(caller, isReading ? 'read' : 'body', response))
  if (!isReading && (await isRejecting(caller))) return true
  // Next hands some actions on to another page while the first request waits: counted with that one, those take turns among themselves.
  if (isHandedOn(request)) return !(await takeTurn({ ...caller, key: `${caller.key}:forwarded` }, 'page', response))
  if (isAction) countRejected(caller, response)
  return !(await takeTurn(caller, 'page', response))
}

/**
 * Sets the middleware's headers for a page that a signed-in user reads; its matcher leaves out requests with a nonce. Next's own
 * way to the middleware is a tenth of what a bare page costs.
 */
async function preparePage({ method, url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith('/dashboard')) return
  const address = new URL(url, env().NEXTAUTH_URL)
  if (!isDashboard(address.pathname) || !(await sessionCookie(headers.cookie))) return
  // Next's own, which the middleware does not see.
  if (address.searchParams.has('_rsc')) address.searchParams.delete('_rsc')
  const page = pageHeaders(address, env())
  Object.assign(headers, page.request)
  for (const [name, value] of Object.entries(page.response)) response.setHeader(name, value)
}

/** As cookieContent, without a Request. */
function sessionCookie(cookies = '') {
  const start = `${cookieName(env().NEXTAUTH_URL)}=`
  const token = cookies.split('; ').find((cookie) => cookie.startsWith(start))
  return token === undefined ? null : decodeCookie({ token: token.slice(start.length) })
}

function fail(error: unknown, response: ServerResponse): void {
  logger().error({ err: error }, 'a request was not let in')
  if (response.headersSent) response.destroy()
  else response.writeHead(500, { connection: 'close' }).end()
}

/** The status of a refusal, or null. Routes under /api read their bodies themselves, once they know who asks. */
async function refusalOf({ method = '', url = '', headers }: IncomingMessage): Promise<number | null> {
  if (!METHODS.includes(method)) return 405
  if (!PLAIN_ADDRESS.test(url)) return 400
  const type = headers['content-type'] ?? ''
  const isForm = type.startsWith('multipart/')
  // An address that no route has is answered by a page, which takes actions as every page does.
  const isAction = isForm || 'next-action' in headers
  if ((isApi(url) && !isAction) || method === 'GET' || method === 'HEAD') return null
  if ('next-action' in headers && !ACTION_ID.test(String(headers['next-action']))) return 400
  if (isForm && !/;\s*boundary=[^\s;]/i.test(type)) return 400
  // No form of ours is sent without its script, and Next would make the whole page in answer.
  if (isForm && !('next-action' in headers)) return 400
  // An action that Next hands on to another page of its own comes without a length.
  const bytes = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : null
  if (bytes !== null && bytes > MOST_BYTES_OF_A_PAGE) return 413
  if (bytes !== null && bytes <= MOST_BYTES_OF_A_STRANGER) return null
  if (await sessionCookie(headers.cookie)) return null
  return bytes === null ? 411 : 401
}

const isApi = (url: string) => url.startsWith('/api/')

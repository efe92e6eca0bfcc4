import 'server-only'
import http from 'node:http'
import https from 'node:https'
import { allowedUrl, CONNECT_MS, isRedirect, OutboundError, type OutboundRequest } from './outbound'
import { toWebStream } from './web-stream'

type StreamRequest = Pick<OutboundRequest, 'allow' | 'method' | 'headers' | 'body' | 'connectMs'> & {
  /** Ends the call, also in the middle of its answer. */
  signal: AbortSignal
}

/** As callOut, with an answer that is read as it comes. Whoever ends the signal closes the connection. */
export async function streamOut(address: string, request: StreamRequest): Promise<Response> {
  const url = allowedUrl(address, request.allow)
  const { method = 'POST', headers = {}, body, signal } = request
  const fail = (problem: OutboundError['problem'], cause?: unknown) => new OutboundError(problem, url.host, { cause })
  return new Promise((resolve, reject) => {
    const call = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      signal,
      agent: false,
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    })
    const connecting = setTimeout(() => call.destroy(fail('unreachable')), request.connectMs ?? CONNECT_MS)
    const connected = () => clearTimeout(connecting)
    call.once('socket', (socket) => {
      if (!socket.connecting) return connected()
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected)
    })
    call.once('close', connected)
    call.once('error', (error) =>
      reject(error instanceof OutboundError || signal.aborted ? error : fail('unreachable', error)),
    )
    call.once('response', (answer) => {
      const status = answer.statusCode ?? 500
      if (isRedirect(status, answer.headers)) {
        answer.destroy()
        return reject(fail('redirected'))
      }
      const type = answer.headers['content-type']
      const after = answer.headers['retry-after']
      resolve(
        new Response(toWebStream(answer), {
          status,
          headers: { ...(type && { 'content-type': type }), ...(after && { 'retry-after': after }) },
        }),
      )
    })
    call.end(body)
  })
}

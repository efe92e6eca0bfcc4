import 'server-only'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline, Readable } from 'node:stream'
import { allowedUrl, CONNECT_MS, isRedirect, OutboundError, type OutboundRequest } from './outbound'
import { toWebStream } from './web-stream'

type StreamRequest = Pick<OutboundRequest, 'allow' | 'method' | 'headers' | 'body' | 'connectMs'> & {
  /** Ends the call, also in the middle of its answer. */
  signal: AbortSignal
}
type AnswerRequest = Omit<StreamRequest, 'signal' | 'body' | 'method'> & {
  method?: StreamRequest['method'] | 'HEAD'
  signal?: AbortSignal
  /** A stream's length stands in the headers. */
  body?: StreamRequest['body'] | Readable
  /** How long nothing may move either way, unless it is the reader who is slow. */
  silenceMs?: number
}

/** One call to an allowed host, answered as soon as its head is there. Redirects are never followed. Any status is an answer. */
export async function answerOut(address: string, request: AnswerRequest): Promise<IncomingMessage> {
  const url = allowedUrl(address, request.allow)
  const { method = 'POST', headers = {}, body, signal, silenceMs } = request
  const fail = (problem: OutboundError['problem'], cause?: unknown) => new OutboundError(problem, url.host, { cause })
  const isStream = body instanceof Readable
  return new Promise((resolve, reject) => {
    const call = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      ...(signal && { signal }),
      agent: false,
      headers: {
        ...headers,
        ...(body !== undefined && !isStream && { 'content-length': Buffer.byteLength(body) }),
      },
    })
    const connecting = setTimeout(() => call.destroy(fail('unreachable')), request.connectMs ?? CONNECT_MS)
    const connected = () => clearTimeout(connecting)
    call.once('socket', (socket) => {
      if (silenceMs) socket.setTimeout(silenceMs, () => call.destroy(fail('timeout')))
      if (!socket.connecting) return connected()
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected)
    })
    call.once('close', connected)
    call.on('error', (error) =>
      reject(error instanceof OutboundError || signal?.aborted ? error : fail('unreachable', error)),
    )
    call.once('response', (answer) => {
      if (silenceMs) watchSilence(answer, silenceMs, () => fail('timeout'))
      if (!isRedirect(answer.statusCode ?? 500, answer.headers)) return resolve(answer)
      answer.destroy()
      reject(fail('redirected'))
    })
    if (isStream) pipeline(body, call, () => {})
    else call.end(body)
  })
}

/** From here on a silent connection may only mean that the reader does not read. */
function watchSilence(answer: IncomingMessage, silenceMs: number, fail: () => OutboundError): void {
  const { socket } = answer
  const isSilent = () => {
    if (answer.readableLength === 0) answer.destroy(fail())
    else socket.setTimeout(silenceMs)
  }
  socket.removeAllListeners('timeout')
  socket.setTimeout(silenceMs, isSilent)
  answer.once('close', () => socket.off('timeout', isSilent))
}

/** As callOut, with an answer that is read as it comes. Aborting the signal closes the connection. */
export async function streamOut(address: string, request: StreamRequest): Promise<Response> {
  const answer = await answerOut(address, request)
  const type = answer.headers['content-type']
  const after = answer.headers['retry-after']
  return new Response(toWebStream(answer), {
    status: answer.statusCode ?? 500,
    headers: { ...(type && { 'content-type': type }), ...(after && { 'retry-after': after }) },
  })
}

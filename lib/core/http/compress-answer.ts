import 'server-only'
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http'
import { constants, createBrotliCompress, createGzip, type BrotliCompress, type Gzip } from 'node:zlib'

type Done = () => void
type Write = (chunk: string | Uint8Array, encoding?: BufferEncoding | Done, done?: Done) => boolean

/** A smaller answer is sent as it is. */
const LEAST_BYTES = 1024
/** Next asks for what it has written to be sent at once, often: what follows within this time goes along. */
const FLUSH_AFTER_MS = 4
/** A page is written in dozens of pieces: each one that the compressor takes wakes a thread of its own. */
const GATHERED_BYTES = 32 * 1024

/** Words that come one by one, and files that are small already, are not compressed. */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:javascript|json|x-ndjson|xml)\b|[a-z]+\/[\w.-]+\+(?:json|xml)\b)/

/**
 * Compresses an answer of this process on its way out. Brotli at its third level makes a page smaller
 * than gzip at its sixth, in less than half of the time; `Z_SYNC_FLUSH` keeps gzip's dictionary. Gzip is for a
 * browser without https, often far from fast: its third level makes a list an eighth longer.
 */
export function compressAnswer(request: IncomingMessage, response: ServerResponse): void {
  const way = request.method === 'HEAD' ? null : wayOf(String(request.headers['accept-encoding'] ?? ''))
  const writeHead = response.writeHead.bind(response) as (status: number, ...given: unknown[]) => ServerResponse
  const write = response.write.bind(response) as Write
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse
  let compressor: BrotliCompress | Gzip | null = null
  let flushing: NodeJS.Timeout | undefined
  let gathered: Uint8Array[] = []
  let gatheredBytes = 0
  let whole: number | undefined
  let dropsBody = false

  const begin = () => {
    dropsBody = isRedirect(response)
    if (dropsBody) {
      for (const name of ['content-type', 'content-encoding', 'transfer-encoding']) response.removeHeader(name)
      return void response.setHeader('content-length', 0)
    }
    if (!isCompressible(response, whole)) return
    response.appendHeader('vary', 'accept-encoding')
    if (!way) return
    response.setHeader('content-encoding', way)
    response.removeHeader('content-length')
    // A file that browsers keep for good is compressed once for each of them.
    const keeps = String(response.getHeader('cache-control')).includes('immutable')
    const made =
      way === 'br' ? createBrotliCompress({ params: brotli(keeps ? 9 : 3) }) : createGzip({ level: keeps ? 9 : 6 })
    made.on('data', (bytes: Buffer) => write(bytes) || made.pause())
    made.on('end', () => end())
    made.on('error', () => response.destroy())
    // A drain of the compressor lets its writer go on, a drain of the connection the compressor.
    made.on('drain', () => response.emit('drain'))
    response.on('drain', () => made.resume())
    response.once('close', () => {
      clearTimeout(flushing)
      made.destroy()
    })
    compressor = made
  }

  const takeGathered = () => {
    const pieces = Buffer.concat(gathered)
    gathered = []
    gatheredBytes = 0
    return pieces
  }

  const gather: Write = (chunk, encoding, done) => {
    const [letters, then] = typeof encoding === 'function' ? [undefined, encoding] : [encoding, done]
    const piece = typeof chunk === 'string' ? Buffer.from(chunk, letters) : chunk
    gathered.push(piece)
    gatheredBytes += piece.byteLength
    if (then) process.nextTick(then)
    if (gatheredBytes < GATHERED_BYTES) return !compressor!.writableNeedDrain
    return compressor!.write(takeGathered())
  }

  const flush = () => {
    flushing = undefined
    if (compressor?.writableEnded !== false) return
    if (gatheredBytes > 0) compressor.write(takeGathered())
    compressor.flush(way === 'br' ? undefined : constants.Z_SYNC_FLUSH)
  }

  return void Object.assign(response, {
    writeHead(status: number, ...given: unknown[]) {
      if (response.headersSent) return writeHead(status, ...given)
      response.statusCode = status
      if (typeof given[0] === 'string') response.statusMessage = given.shift() as string
      setAll(response, given[0])
      begin()
      return writeHead(status, response.statusMessage)
    },
    write(...given: Parameters<Write>) {
      if (!response.headersSent) response.writeHead(response.statusCode)
      if (dropsBody) return true
      return (compressor ? gather : write)(...given)
    },
    end(...given: unknown[]) {
      const [chunk] = given
      if (!response.headersSent) {
        whole = typeof chunk === 'string' || chunk instanceof Uint8Array ? Buffer.byteLength(chunk) : 0
        response.writeHead(response.statusCode)
      }
      clearTimeout(flushing)
      if (dropsBody) return end()
      if (!compressor) return end(...given)
      if (gatheredBytes > 0) compressor.write(takeGathered())
      compressor.end(...(given as []))
      return response
    },
    flush() {
      if (compressor) flushing ??= setTimeout(flush, FLUSH_AFTER_MS)
    },
  })
}

// A window of 256 kB holds any page; the usual one asks for 4 MB an answer.
const brotli = (level: number) => ({ [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_LGWIN]: 18 })

/** The browser's preference is ignored: one that knows brotli gets that. `;q=0` refuses. */
export function wayOf(accepted: string): 'br' | 'gzip' | null {
  const ways = accepted
    .split(',')
    .flatMap((way) => /^\s*(br|gzip)\s*(?:;(?!\s*q=0(?:\.0*)?\s*$)|$)/.exec(way)?.[1] ?? [])
  return ways.includes('br') ? 'br' : ways.includes('gzip') ? 'gzip' : null
}

/**
 * Next sends a whole page along with it, which no browser shows. An action's answer is read by the page that called it.
 */
const isRedirect = (response: ServerResponse) =>
  response.statusCode > 300 &&
  response.statusCode < 309 &&
  response.hasHeader('location') &&
  !response.hasHeader('x-action-redirect')

function isCompressible(response: ServerResponse, whole: number | undefined): boolean {
  const type = response.getHeader('content-type')
  const bytes = whole ?? Number(response.getHeader('content-length') ?? LEAST_BYTES)
  return (
    bytes >= LEAST_BYTES &&
    ![204, 206, 304].includes(response.statusCode) &&
    !response.hasHeader('content-encoding') &&
    !String(response.getHeader('cache-control') ?? '').includes('no-transform') &&
    COMPRESSIBLE.test(String(type ?? ''))
  )
}

function setAll(response: ServerResponse, headers: unknown): void {
  const pairs = Array.isArray(headers)
    ? Array.isArray(headers[0])
      ? (headers as [string, OutgoingHttpHeader][])
      : headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]] as [string, OutgoingHttpHeader]] : []))
    : (Object.entries(headers ?? {}) as [string, OutgoingHttpHeader | undefined][])
  // A name that comes twice in the list, as set-cookie may, has both of its values.
  const set = new Set<string>()
  for (const [name, value] of pairs) {
    if (value === undefined) continue
    if (set.has(name.toLowerCase())) response.appendHeader(name, value as string | string[])
    else response.setHeader(name, value)
    set.add(name.toLowerCase())
  }
}

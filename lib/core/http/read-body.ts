import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { UserError } from '../errors'

/** A request's body as it comes; one that ends with fewer or more bytes than were announced ends with an error. */
export const bodyOf = (request: Request): Readable => Readable.from(readWhole(request), { objectMode: false })

async function* readWhole(request: Request): AsyncGenerator<Uint8Array> {
  let bytes = 0
  if (request.body)
    for await (const chunk of Readable.fromWeb(request.body as ReadableStream<Uint8Array>)) {
      bytes += (chunk as Uint8Array).byteLength
      yield chunk as Uint8Array
    }
  const announced = request.headers.get('content-length')
  // The body of a GET or HEAD request has no reader.
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (announced !== null && Number(announced) !== bytes) throw new UserError('bodyCutShort')
}

/** Bytes that a body says to have, before any of it is read. */
export const announcedBytes = (request: Request): number => Number(request.headers.get('content-length') ?? 0)

/** The raw bytes of a body, read no further than `maxBytes`; null for more. */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer | null> {
  if (announcedBytes(request) > maxBytes) return null
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of bodyOf(request)) {
    bytes += (chunk as Buffer).byteLength
    if (bytes > maxBytes) return null
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/** As readBody, where no reader of ours asks: an answer to give instead, of a body that is too large or did not arrive whole. */
export async function readBodyOrRefuse(request: Request, maxBytes: number): Promise<Buffer | Response> {
  try {
    return (await readBody(request, maxBytes)) ?? new Response(null, { status: 413 })
  } catch (error) {
    if (error instanceof UserError && error.code === 'bodyCutShort') return new Response(null, { status: 400 })
    throw error
  }
}

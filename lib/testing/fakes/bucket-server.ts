import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { findSignatureFault } from './bucket-signature'
import { HttpFake } from './http-fake'

/**
 * Faults of the next request; each once, null for one without a fault. `lostAnswer`: it is done, and the answer never
 * comes.
 */
export type BucketFault =
  | 'serverError'
  | 'busy'
  | 'denied'
  | 'drop'
  | 'lostAnswer'
  | 'silent'
  | 'halfBody'
  | 'stuckBody'
  | 'otherBytes'
  | 'redirect'
/** Where no moment is given it was written just now. */
type Kept = { bytes: Buffer; sha256: string; writtenAt?: Date }

const PAGE = 3
export const bucketKey = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a secret of tests', region: 'sa-east-1' }

/** A private bucket as far as the product speaks its protocol: every signature and every body's checksum is verified. */
export class BucketServer extends HttpFake {
  readonly bucket = 'mascate-files'
  readonly kept = new Map<string, Kept>()
  readonly faults: (BucketFault | null)[] = []
  readonly requests: string[] = []

  settings = () => ({
    ...bucketKey,
    endpoint: this.address,
    bucket: this.bucket,
    pathStyle: true,
    firstWaitMs: 5,
    silenceMs: 300,
  })

  protected async serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.address)
    const { method = 'GET' } = request
    this.requests.push(`${method} ${url.pathname}`)
    const fault = this.faults.shift() ?? undefined
    if (fault === 'drop') return void request.socket.destroy()
    if (fault === 'silent') return
    const body = await buffer(request).catch(() => null)
    if (!body) return
    if (fault === 'serverError') return refuse(answer, 500, 'InternalError')
    if (fault === 'busy') return refuse(answer, 503, 'SlowDown')
    if (fault === 'denied') return refuse(answer, 403, 'AccessDenied')
    if (fault === 'redirect') return void answer.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()
    const wrong = findSignatureFault({ method, url, headers: request.headers }, bucketKey)
    if (wrong) return refuse(answer, 403, wrong)
    const [, bucket, ...parts] = url.pathname.split('/')
    if (bucket !== this.bucket) return refuse(answer, 404, 'NoSuchBucket')
    if (fault === 'lostAnswer') answer.end = (() => void request.socket.destroy()) as never
    this.answer(method, parts.join('/'), { url, request, answer, body, fault })
  }

  private answer(
    method: string,
    place: string,
    {
      url,
      request,
      answer,
      body,
      fault,
    }: { url: URL; request: IncomingMessage; answer: ServerResponse; body: Buffer; fault?: BucketFault },
  ): void {
    const kept = this.kept.get(place)
    if (method === 'PUT') return this.keep(place, request, answer, body)
    if (method === 'DELETE') {
      this.kept.delete(place)
      return void answer.writeHead(204).end()
    }
    if (place === '') return this.list(url, answer)
    if (!kept) return refuse(answer, 404, 'NoSuchKey')
    const bytes = fault === 'otherBytes' ? Buffer.from(kept.bytes.map((byte) => byte ^ 1)) : kept.bytes
    answer.writeHead(200, { 'content-length': bytes.length, 'x-amz-meta-sha256': kept.sha256 })
    if (method === 'HEAD') return void answer.end()
    if (fault !== 'halfBody' && fault !== 'stuckBody') return void answer.end(bytes)
    answer.write(bytes.subarray(0, bytes.length / 2), () => fault === 'halfBody' && request.socket.destroy())
  }

  private keep(place: string, { headers }: IncomingMessage, answer: ServerResponse, body: Buffer): void {
    const sha256 = createHash('sha256').update(body).digest('hex')
    if (headers['x-amz-content-sha256'] !== sha256) return refuse(answer, 400, 'XAmzContentSHA256Mismatch')
    this.kept.set(place, { bytes: body, sha256: String(headers['x-amz-meta-sha256']) })
    answer.writeHead(200, { etag: '"e"' }).end()
  }

  private list(url: URL, answer: ServerResponse): void {
    const [prefix, after] = [url.searchParams.get('prefix') ?? '', url.searchParams.get('continuation-token') ?? '']
    const result = [...this.kept]
      .filter(([place]) => place.startsWith(prefix) && place > after)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const page = result.slice(0, PAGE)
    const isMore = result.length > PAGE
    const contents = page.map(
      ([place, { bytes, writtenAt = new Date() }]) =>
        `<Contents><Key>${place}</Key><LastModified>${writtenAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
    )
    const next = isMore ? `<NextContinuationToken>${page.at(-1)![0]}</NextContinuationToken>` : ''
    answer
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${this.bucket}</Name><IsTruncated>${isMore}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`,
      )
  }
}

const refuse = (answer: ServerResponse, status: number, code: string): void =>
  void answer
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`)

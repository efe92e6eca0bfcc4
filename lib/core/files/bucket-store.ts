import 'server-only'
import { AwsV4Signer } from 'aws4fetch'
import { createReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { Environment } from '../env'
import { FileStoreError } from '../errors'
import { backoffMs, OutboundError, passes, retryAfterMs } from '../http/outbound'
import { answerOut } from '../http/outbound-stream'
import { codeOf, readListing } from './bucket-answers'
import type { FileStore } from './file-store'

const TRIES = 4
const FIRST_WAIT_MS = 300
/** Without a byte either way. */
const SILENCE_MS = 20_000
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const SUM = 'x-amz-meta-sha256'

export type BucketSettings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket's name in the path, not before the host's. */
  pathStyle: boolean
  firstWaitMs?: number
  silenceMs?: number
}

/** Null where files lie in the data folder. */
export const readBucketSettings = (env: Environment): BucketSettings | null =>
  env.S3_BUCKET && env.S3_ENDPOINT && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
    ? {
        endpoint: env.S3_ENDPOINT,
        bucket: env.S3_BUCKET,
        region: env.S3_REGION,
        pathStyle: env.S3_PATH_STYLE,
        accessKeyId: env.S3_ACCESS_KEY_ID,
        secretAccessKey: env.S3_SECRET_ACCESS_KEY,
      }
    : null

type Call = {
  method?: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  query?: Record<string, string>
  headers?: Record<string, string>
  sha256?: string
  /** Created for each attempt. */
  body?: () => Readable
}

/**
 * Files in a private bucket, under the same places as in the folder. Every call is signed with the checksum of its
 * body, so that what arrives is what was sent; none is followed elsewhere. A transient failure is retried: each call
 * may arrive twice without harm.
 */
export function bucketStore(settings: BucketSettings): FileStore {
  const { bucket, region, accessKeyId, secretAccessKey, pathStyle } = settings
  const base = new URL(settings.endpoint)
  if (!pathStyle) base.hostname = `${bucket}.${base.hostname}`
  const root = `${base.origin}/${pathStyle ? `${bucket}/` : ''}`
  const fail = (problem: FileStoreError['problem'], place: string, details: { said?: string; cause?: unknown }) =>
    new FileStoreError(problem, `${base.host} ${bucket}/${place}`, details)

  async function once(place: string, { method = 'GET', query = {}, headers = {}, sha256, body }: Call) {
    const url = new URL(root + place)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signer = new AwsV4Signer({
      url: url.href,
      method,
      region,
      accessKeyId,
      secretAccessKey,
      service: 's3',
      headers: { ...headers, 'x-amz-content-sha256': sha256 ?? EMPTY_SHA256 },
    })
    const signed = await signer.sign()
    return answerOut(signed.url.href, {
      allow: [base.host],
      method,
      headers: Object.fromEntries(signed.headers),
      silenceMs: settings.silenceMs ?? SILENCE_MS,
      ...(body && { body: body() }),
    })
  }

  /** An answer that brings what was asked for; null where there is nothing. */
  async function request(place: string, call: Call = {}): Promise<IncomingMessage | null> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await once(place, call).catch((error: unknown) => asFailure(error))
      const failure = outcome instanceof OutboundError ? outcome : await readRefusal(outcome)
      if (failure === null) return outcome as IncomingMessage
      if (failure === 'nothing') return null
      const isPassing = failure instanceof OutboundError && ['unreachable', 'timeout'].includes(failure.problem)
      const status = 'status' in failure ? (failure.status ?? 0) : 0
      if (!isPassing && !passes(status))
        throw fail('refused', place, 'said' in failure ? { said: failure.said } : { cause: failure })
      if (attempt === TRIES) throw fail('away', place, 'said' in failure ? { said: failure.said } : { cause: failure })
      const waitMs = 'askedMs' in failure ? failure.askedMs : undefined
      await wait(backoffMs(attempt - 1, waitMs, settings.firstWaitMs ?? FIRST_WAIT_MS))
    }
  }

  const must = async (place: string, call: Call = {}) => {
    const answer = await request(place, call)
    if (!answer) throw fail('missing', place, {})
    return answer
  }
  const end = async (answer: IncomingMessage | null) => void answer?.resume()

  return {
    async put(draft, { place, bytes, sha256 }) {
      const sum = Buffer.from(sha256).toString('hex')
      const headers = { 'content-length': String(bytes), 'content-type': 'application/octet-stream', [SUM]: sum }
      await end(await must(place, { method: 'PUT', headers, sha256: sum, body: () => createReadStream(draft) }))
    },
    async open(place) {
      const answer = await must(place)
      answer.once('error', () => {})
      return answer
    },
    async remove(place) {
      await end(await request(place, { method: 'DELETE' }))
    },
    async *list(within) {
      let token: string | null = null
      do {
        const query = { 'list-type': '2', prefix: within, ...(token && { 'continuation-token': token }) }
        const listing = readListing(await text(await must('', { query })))
        yield* listing.files
        token = listing.next
      } while (token !== null)
    },
    async find(place) {
      const answer = await request(place, { method: 'HEAD' })
      await end(answer)
      const sha256 = answer?.headers[SUM]
      return (
        answer && {
          bytes: BigInt(answer.headers['content-length'] ?? 0),
          sha256: typeof sha256 === 'string' ? sha256 : null,
        }
      )
    },
  }
}

function asFailure(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  throw error
}

type Refusal = { status: number; said: string; askedMs: number | undefined }

async function readRefusal(answer: IncomingMessage): Promise<Refusal | 'nothing' | null> {
  const status = answer.statusCode ?? 0
  if (status >= 200 && status < 300) return null
  const code = codeOf(await text(answer).catch(() => ''))
  // A file that is not there; a bucket that is not there is another matter.
  if (status === 404 && code !== 'NoSuchBucket') return 'nothing'
  return { status, said: [status, code].filter(Boolean).join(' '), askedMs: retryAfterMs(answer.headers) }
}

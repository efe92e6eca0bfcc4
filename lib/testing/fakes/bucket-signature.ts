import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

type BucketRequest = { method: string; url: URL; headers: IncomingHttpHeaders }
type Key = { accessKeyId: string; secretAccessKey: string; region: string }

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

/** Signature Version 4 as Amazon writes it down: what is wrong with a request's, by the code that S3 answers; null where it holds. */
export function findSignatureFault({ method, url, headers }: BucketRequest, key: Key, now = new Date()): string | null {
  const [, id, day, region, signedHeaders, signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (!id || !day || !signedHeaders || !signature) return 'AccessDenied'
  if (id !== key.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== key.region) return 'AuthorizationHeaderMalformed'
  const date = String(headers['x-amz-date'])
  const at = Date.parse(date.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(at - now.getTime()) < 900_000)) return 'RequestTimeTooSkewed'
  const names = signedHeaders.split(';')
  if (['host', 'x-amz-content-sha256', 'x-amz-date'].some((name) => !names.includes(name))) return 'AccessDenied'
  if (Object.keys(headers).some((name) => name.startsWith('x-amz-') && !names.includes(name))) return 'AccessDenied'
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const canonical = [
    method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...names.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    signedHeaders,
    String(headers['x-amz-content-sha256']),
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const signing = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (from, part) => hmac(from, part!),
    `AWS4${key.secretAccessKey}`,
  )
  return timingSafeEqual(hmac(signing, toSign), Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

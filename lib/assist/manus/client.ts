import 'server-only'
import type { z } from 'zod'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import { callOut, OutboundError, refusalOf, retryAfterMs } from '@/lib/core/http/outbound'
import type { ProviderKey } from '@/lib/identity/organization-keys/keys'
import { limitCalls, type CallLimit } from '@/lib/core/http/rate-limit'
import { createdSchema, envelopeSchema, messagesSchema, publicKeySchema, uploadSchema } from './schemas'

const TIMEOUT_MS = 30_000
const UPLOAD_MS = 120_000
const PAGE = 50

/** Theirs, a minute and a key. */
const limits = {
  write: { name: 'manus-write', points: 10, seconds: 60 },
  read: { name: 'manus-read', points: 100, seconds: 60 },
  confirm: { name: 'manus-confirm', points: 40, seconds: 60 },
} as const satisfies Record<string, CallLimit>

/** They said no: nothing was done. */
export class ManusRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly retryAfterMs?: number,
  ) {
    super(`manus: ${status} ${code}`)
    this.name = 'ManusRefusal'
  }
}
/** Not sent yet: our own count of their limit is full for the moment. */
export class ManusBusy extends Error {}

export type ManusAccount = ProviderKey & { organizationId: string }
type Call<S> = { schema: S; limit: keyof typeof limits; body?: Record<string, unknown>; query?: Record<string, string> }

/** Whose limit a call counts against: all companies share the installation's key. */
const counted = ({ source, organizationId }: ManusAccount) => (source === 'installation' ? source : organizationId)

const addressOf = (path: string, query: Record<string, string> = {}) => {
  const url = new URL(`${env().MANUS_BASE_URL.replace(/\/$/, '')}/v2/${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** Sent once: what must not happen twice is never tried again here. An OutboundError leaves open whether it arrived. */
async function call<S extends z.ZodType>(
  account: ManusAccount,
  path: string,
  { schema, limit, body, query }: Call<S>,
): Promise<z.output<S>> {
  await limitCalls(limits[limit], counted(account)).catch((error: unknown) => {
    throw error instanceof UserError ? new ManusBusy() : error
  })
  const url = addressOf(path, query)
  const answer = await callOut(url.toString(), {
    allow: [url.host],
    method: body ? 'POST' : 'GET',
    headers: {
      accept: 'application/json',
      'x-manus-api-key': account.key,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    timeoutMs: TIMEOUT_MS,
  })
  if (answer.status >= 500 || answer.status === 408) throw refusalOf(answer, url.host)
  const parsed = parse(answer.body, url.host, answer.status)
  const envelope = envelopeSchema.safeParse(parsed)
  const isRefused = answer.status >= 400 || (envelope.success && !envelope.data.ok)
  if (isRefused)
    throw new ManusRefusal(
      answer.status,
      envelope.success ? (envelope.data.error?.code ?? 'unknown') : 'unknown',
      retryAfterMs(answer.headers),
    )
  const read = schema.safeParse(parsed)
  if (!envelope.success || !read.success) throw new OutboundError('malformed', url.host)
  return read.data
}

function parse(body: Buffer, host: string, status: number): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    // A page in front of theirs refuses in words of its own.
    if (status >= 400) return null
    throw new OutboundError('malformed', host, { cause })
  }
}

export type NewTask = { text: string; fileIds: string[]; title: string; locale: string }

/** Assumed of what the documents leave open: with interactive_mode it asks instead of guessing. */
export const createTask = async (account: ManusAccount, { text, fileIds, title, locale }: NewTask): Promise<string> => {
  const files = fileIds.map((fileId) => ({ type: 'file', file_id: fileId }))
  const message = { content: [{ type: 'text', text }, ...files] }
  const body = { message, title, locale, share_visibility: 'private', interactive_mode: true }
  return (await call(account, 'task.create', { schema: createdSchema, limit: 'write', body })).task_id
}

/** The newest events first. */
export const listMessages = (account: ManusAccount, taskId: string, cursor?: string) =>
  call(account, 'task.listMessages', {
    schema: messagesSchema,
    limit: 'read',
    query: { task_id: taskId, order: 'desc', limit: String(PAGE), ...(cursor && { cursor }) },
  })

const post = async (
  account: ManusAccount,
  path: string,
  limit: Call<z.ZodType>['limit'],
  body: Record<string, unknown>,
) => void (await call(account, path, { schema: envelopeSchema, limit, body }))

export const sendMessage = (account: ManusAccount, taskId: string, content: string) =>
  post(account, 'task.sendMessage', 'write', { task_id: taskId, message: { content } })
export const confirmAction = (account: ManusAccount, taskId: string, eventId: string, input: object) =>
  post(account, 'task.confirmAction', 'confirm', { task_id: taskId, event_id: eventId, input })
export const stopTask = (account: ManusAccount, taskId: string) =>
  post(account, 'task.stop', 'write', { task_id: taskId })

export const getPublicKey = async (account: ManusAccount) =>
  (await call(account, 'webhook.publicKey', { schema: publicKeySchema, limit: 'read' })).public_key

/**
 * The hosts of their files. Assumed: the documents name no host ("presigned S3 URL"), so these are their own names and
 * Amazon's, and the host that the API itself has, for a fake.
 */
const FILE_HOSTS = /\.(manus\.ai|manus\.im|manuscdn\.com)$|(^|\.)s3([.-][a-z0-9-]+)?\.amazonaws\.com$/
function fileHostOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { host, hostname, port, protocol } = new URL(address)
  if (host === new URL(env().MANUS_BASE_URL).host) return host
  return protocol === 'https:' && port === '' && FILE_HOSTS.test(hostname) ? host : null
}

/** A file into their keeping, within the three minutes that its address is good for; answers its id. */
export async function uploadFile(account: ManusAccount, name: string, content: string): Promise<string> {
  const body = { filename: name }
  const { file, upload_url: address } = await call(account, 'file.upload', {
    schema: uploadSchema,
    limit: 'read',
    body,
  })
  const host = fileHostOf(address)
  if (!host) throw new OutboundError('forbiddenHost', 'upload')
  const answer = await callOut(address, { allow: [host], method: 'PUT', body: content, timeoutMs: UPLOAD_MS })
  if (answer.status >= 300) throw refusalOf(answer, host)
  return file.id
}

/** A result of theirs; never with our key, since its address is of their making. */
export async function downloadFile(address: string, maxBytes: number): Promise<Buffer> {
  const host = fileHostOf(address)
  if (!host) throw new OutboundError('forbiddenHost', 'download')
  const answer = await callOut(address, { allow: [host], maxBytes, timeoutMs: UPLOAD_MS })
  if (answer.status !== 200) throw refusalOf(answer, host)
  return answer.body
}

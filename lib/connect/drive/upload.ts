import 'server-only'
import { open, type FileHandle } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import {
  backoffMs,
  callOut,
  OutboundError,
  passes,
  refusalOf,
  retryAfterMs,
  type OutboundAnswer,
} from '@/lib/core/http/outbound'
import { getAccessToken } from './access'
import { asDriveError, driveHost, getSavedFile, savedFile, type SavedFile } from './client'

/** Google takes multiples of 256 KiB. */
export const chunkBytes = 8 * 1024 * 1024
const CHUNK_MS = 120_000
const SESSION_MS = 20_000
const SETBACKS = 8
const RESTARTS = 3

export type Upload = {
  /** Reserved beforehand: the same file sent twice stays one. */
  fileId: string
  folderId: string
  name: string
  type: string
  path: string
  bytes: number
}
type Options = { firstWaitMs?: number; onProgress?: (sent: number) => void | Promise<void> }

/**
 * Sends a file in pieces. After a broken connection it requests the arrived length and goes on from there; an expired
 * session is started again; a transient failure is retried, a bounded number of times.
 */
export async function uploadFile(organizationId: string, upload: Upload, options: Options = {}): Promise<SavedFile> {
  const source = await open(upload.path, 'r')
  try {
    for (let begun = 0; begun < RESTARTS; begun += 1) {
      const session = await withPatience(() => openSession(organizationId, upload), options)
      if (!session) return await getSavedFile(organizationId, upload.fileId)
      const saved = await sendPieces(session, source, upload.bytes, options)
      if (saved) return saved
    }
    throw new UserError('driveUploadFailed')
  } catch (error) {
    throw asDriveError(error)
  } finally {
    await source.close()
  }
}

const host = (address: string) => new URL(address).host

/** Where to send the pieces; null when the file is already there. */
async function openSession(organizationId: string, { fileId, folderId, name, type, bytes }: Upload) {
  const begin = async (fresh: boolean) =>
    callOut(
      `${env().GOOGLE_DRIVE_URL}/upload/drive/v3/files?uploadType=resumable&supportsAllDrives=true&fields=id,webViewLink`,
      {
        allow: [driveHost()],
        method: 'POST',
        timeoutMs: SESSION_MS,
        headers: {
          authorization: `Bearer ${await getAccessToken(organizationId, { fresh })}`,
          'content-type': 'application/json; charset=UTF-8',
          'x-upload-content-type': type,
          'x-upload-content-length': String(bytes),
        },
        body: JSON.stringify({ id: fileId, name, mimeType: type, parents: [folderId] }),
      },
    )
  const first = await begin(false)
  const answer = first.status === 401 ? await begin(true) : first
  if (answer.status === 409) return null
  const { location } = answer.headers
  if (answer.status !== 200 || !location) throw refusalOf(answer, driveHost())
  return location
}

/** The saved file, or null when the session is gone. */
async function sendPieces(session: string, source: FileHandle, bytes: number, options: Options) {
  let sent = 0
  let setbacks = 0
  let unsure = false
  for (;;) {
    const answer = await (unsure ? fetchRange(session, bytes) : sendPiece(session, source, sent, bytes)).catch(
      (error: unknown) => {
        if (error instanceof OutboundError && (error.problem === 'unreachable' || error.problem === 'timeout'))
          return null
        throw error
      },
    )
    if (answer?.status === 200 || answer?.status === 201)
      return savedFile.parse(JSON.parse(answer.body.toString('utf8')))
    if (answer?.status === 404 || answer?.status === 410) return null
    if (answer?.status === 308) {
      const arrived = arrivedBytes(answer)
      if (arrived > sent) setbacks = 0
      else setbacks += 1
      sent = arrived
      unsure = false
      await options.onProgress?.(sent)
      if (setbacks >= SETBACKS) throw new UserError('driveUploadFailed')
      continue
    }
    if (answer && !passes(answer.status)) throw refusalOf(answer, host(session))
    if ((setbacks += 1) >= SETBACKS) throw new UserError('driveUploadFailed')
    unsure = true
    await wait(backoffMs(setbacks - 1, answer ? retryAfterMs(answer.headers) : undefined, options.firstWaitMs))
  }
}

async function sendPiece(session: string, source: FileHandle, from: number, bytes: number): Promise<OutboundAnswer> {
  const piece = Buffer.alloc(Math.min(chunkBytes, bytes - from))
  await source.read(piece, 0, piece.length, from)
  return callOut(session, {
    allow: [driveHost()],
    method: 'PUT',
    timeoutMs: CHUNK_MS,
    headers: { 'content-range': `bytes ${from}-${from + piece.length - 1}/${bytes}` },
    body: piece,
  })
}

const fetchRange = (session: string, bytes: number) =>
  callOut(session, {
    allow: [driveHost()],
    method: 'PUT',
    timeoutMs: SESSION_MS,
    headers: { 'content-range': `bytes */${bytes}` },
    body: '',
  })

const arrivedBytes = ({ headers }: OutboundAnswer) => {
  const last = /^bytes=0-(\d+)$/.exec(String(headers.range))?.[1]
  return last === undefined ? 0 : Number(last) + 1
}

async function withPatience<T>(run: () => Promise<T>, { firstWaitMs }: Options): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      const may = error instanceof OutboundError && (error.problem === 'unreachable' || passes(error.status ?? 0))
      if (!may || attempt >= SETBACKS) throw error
      await wait(backoffMs(attempt, error.retryAfterMs, firstWaitMs))
    }
  }
}

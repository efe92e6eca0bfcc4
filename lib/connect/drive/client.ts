import 'server-only'
import { z } from 'zod'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import { fetchJson, OutboundError, type OutboundRequest } from '@/lib/core/http/outbound'
import { getAccessToken } from './access'

export const folderType = 'application/vnd.google-apps.folder'
export const driveHost = () => new URL(env().GOOGLE_DRIVE_URL).host
export const driveAddress = (path: string, query: Record<string, string> = {}) => {
  const url = new URL(`${env().GOOGLE_DRIVE_URL}/drive/v3/${path}`)
  url.search = new URLSearchParams(query).toString()
  return url.toString()
}

type Call<S extends z.ZodType> = {
  schema: S
  method?: OutboundRequest['method']
  body?: Record<string, unknown>
  query?: Record<string, string>
  retries?: number
}

/** A call of the Drive API for the organization. An access token that Google no longer takes is renewed once. */
async function callDrive<S extends z.ZodType>(organizationId: string, path: string, call: Call<S>) {
  const { query, ...request } = call
  const attempt = async (fresh: boolean): Promise<z.output<S>> =>
    fetchJson(driveAddress(path, query), {
      ...request,
      allow: [driveHost()],
      headers: { authorization: `Bearer ${await getAccessToken(organizationId, { fresh })}` },
    })
  return attempt(false)
    .catch((error: unknown) => {
      if (error instanceof OutboundError && error.status === 401) return attempt(true)
      throw error
    })
    .catch((error: unknown) => {
      throw asDriveError(error)
    })
}

/** The seller's message for Google's refusal. */
export function asDriveError(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error
  const { status, body = '' } = error
  if (status === 401) return new UserError('driveExpired')
  if (status === 404) return new UserError('driveFolderNotFound')
  if (status === 403 && /accessNotConfigured|SERVICE_DISABLED/.test(body)) return new UserError('driveApiDisabled')
  if (status === 403 && /storageQuotaExceeded/.test(body)) return new UserError('driveFull')
  if (status === 403 && /insufficient|cannot|permission/i.test(body)) return new UserError('driveFolderReadOnly')
  return new UserError('driveUnavailable')
}

// Folders of shared drives count as well.
const everyDrive = { supportsAllDrives: 'true' }
const folderFields = 'id,name,mimeType,trashed,capabilities(canAddChildren)'
const file = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  trashed: z.boolean().default(false),
  capabilities: z.object({ canAddChildren: z.boolean().default(false) }).default({ canAddChildren: false }),
})
export type DriveFolder = { id: string; name: string }

/** The folders that the app may see: with this scope those it made, or that were opened with it. */
export async function listFolders(organizationId: string): Promise<DriveFolder[]> {
  const { files } = await callDrive(organizationId, 'files', {
    schema: z.object({ files: z.array(z.object({ id: z.string(), name: z.string() })) }),
    query: {
      q: `mimeType = '${folderType}' and trashed = false`,
      fields: 'files(id,name)',
      orderBy: 'name',
      pageSize: '100',
      ...everyDrive,
      includeItemsFromAllDrives: 'true',
    },
  })
  return files
}

export const createFolder = (organizationId: string, name: string): Promise<DriveFolder> =>
  callDrive(organizationId, 'files', {
    schema: file.pick({ id: true, name: true }),
    method: 'POST',
    body: { name, mimeType: folderType },
    query: { fields: 'id,name' },
  })

/** A folder that files can be put into, or why not. */
export async function getFolder(organizationId: string, folderId: string): Promise<DriveFolder> {
  const result = await callDrive(organizationId, `files/${encodeURIComponent(folderId)}`, {
    schema: file,
    query: { ...everyDrive, fields: folderFields },
  })
  if (result.mimeType !== folderType || result.trashed) throw new UserError('driveFolderNotFound')
  if (!result.capabilities.canAddChildren) throw new UserError('driveFolderReadOnly')
  return { id: result.id, name: result.name }
}

/** Writes a tiny file into the folder and takes it away again. */
export async function tryFolder(organizationId: string, folderId: string, name: string): Promise<void> {
  const { id } = await callDrive(organizationId, 'files', {
    schema: z.object({ id: z.string() }),
    method: 'POST',
    body: { name, mimeType: 'text/plain', parents: [folderId] },
    query: { ...everyDrive, fields: 'id' },
  })
  await callDrive(organizationId, `files/${encodeURIComponent(id)}`, {
    schema: z.unknown(),
    method: 'DELETE',
    query: everyDrive,
    retries: 2,
  })
}

/** An id of Google's own for a file to come: with it a file made twice stays one. */
export async function reserveFileId(organizationId: string): Promise<string> {
  const { ids } = await callDrive(organizationId, 'files/generateIds', {
    schema: z.object({ ids: z.array(z.string()).min(1) }),
    query: { count: '1' },
  })
  return ids[0]!
}

export const savedFile = z.object({ id: z.string(), webViewLink: z.string().optional() })
export type SavedFile = z.output<typeof savedFile>

export const getSavedFile = (organizationId: string, fileId: string): Promise<SavedFile> =>
  callDrive(organizationId, `files/${encodeURIComponent(fileId)}`, {
    schema: savedFile,
    query: { ...everyDrive, fields: 'id,webViewLink' },
  })

import 'server-only'
import { asId } from '@/lib/core/keyset'
import { withOrganization } from '../db'
import { toWebStream } from '../http/web-stream'
import { getFile, openFile } from './store'

/** Pictures only: they are encoded again as WebP on upload. Every other kind has a route of its own. */
const SHOWN = new Set(['photo'])

export async function openImageFor(viewer: { organizationId: string }, id: string) {
  const fileId = asId(id)
  if (!fileId) return null
  const file = await withOrganization(viewer, (db) => getFile(db, viewer.organizationId, fileId))
  if (!file || !SHOWN.has(file.kind)) return null
  return { bytes: file.bytes, content: toWebStream(await openFile(file)) }
}

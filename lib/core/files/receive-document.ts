import 'server-only'
import { Readable } from 'node:stream'
import { withOrganization, type Actor } from '../db'
import { UserError } from '../errors'
import { requireOwnUpload } from '../http/own-upload'
import { limitCalls, type CallLimit } from '../http/rate-limit'
import { readBody } from '../http/read-body'
import { plainText } from '../text/text'
import { encodePicture, type PictureOwner } from './encode-picture'
import { requireRoom } from './room'
import { recordFile, removeFile, writeFile, type FileKind } from './store'

const UNCLAIMED_HOURS = 24
/** Enough to read the small print of a bill. */
const SIDE_PX = 2400

/** Until when what nothing names yet is kept. */
export const unclaimedUntil = () => new Date(Date.now() + UNCLAIMED_HOURS * 3_600_000)
const fileName = plainText({ min: 1, max: 255 })

type Receiving = { kind: FileKind; limit: CallLimit; maxBytes: number; fallbackName: string }

/** Keeps a paper or a picture for a record that is saved next; what no record claims expires. The body is the file itself. */
export async function receiveDocument(
  actor: Actor,
  request: Request,
  { kind, limit, maxBytes, fallbackName }: Receiving,
): Promise<{ id: string; name: string }> {
  requireOwnUpload(request, actor.organizationId)
  const given = fileName.safeParse(new URL(request.url).searchParams.get('fileName'))
  if (!given.success) throw new UserError('invalidInput')
  await requireRoom()
  await limitCalls(limit, actor.userId ?? actor.organizationId)
  const sent = await readBody(request, maxBytes)
  if (!sent) throw new UserError('fileTooLarge', { values: { megabytes: Math.floor(maxBytes / 1_000_000) } })
  const { bytes, ending } = await readDocument(actor, sent)
  const name = `${given.data.replace(/\.[^.]*$/, '') || fallbackName}.${ending}`
  const file = await writeFile(actor.organizationId, Readable.from([bytes]), maxBytes)
  try {
    await withOrganization(actor, (db) => recordFile(db, actor, file, { kind, name, expiresAt: unclaimedUntil() }))
  } catch (error) {
    await removeFile(file.place)
    throw error
  }
  return { id: file.id, name }
}

const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString('latin1') === '%PDF-'

/** The content decides, not the name: a PDF is stored as it is, a picture is encoded again. */
async function readDocument(owner: PictureOwner, bytes: Buffer): Promise<{ bytes: Buffer; ending: 'pdf' | 'webp' }> {
  if (isPdf(bytes)) return { bytes, ending: 'pdf' }
  const picture = await encodePicture(owner, new Uint8Array(bytes), (shown) =>
    shown.resize({ width: SIDE_PX, height: SIDE_PX, fit: 'inside', withoutEnlargement: true }),
  )
  if (!picture) throw new UserError('receiptInvalid')
  return { bytes: picture, ending: 'webp' }
}

/** The type with which pages show it: a PDF as it is, or a picture that we encoded. */
export const documentType = (name: string) => (name.endsWith('.pdf') ? 'application/pdf' : 'image/webp')

import 'server-only'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Member } from '../auth/member'
import { can } from '../auth/permissions'
import { withOrganization, type Actor, type Db } from '../db'
import { UserError } from '../errors'
import { encodePicture } from '../files/encode-picture'
import { getFile, openFile, recordFile, removeFile, writeFile } from '../files/store'
import { asId } from '../keyset'
import { limitCalls } from '../rate-limit'
import { plainText } from '../text'
import { maxReceiptBytes } from './receipt-limits'

const UNCLAIMED_HOURS = 24
/** Enough to read the small print of a bill. */
const SIDE_PX = 2400
const uploadLimit = { name: 'receiptUpload', points: 200, seconds: 600 }

const unclaimedUntil = () => new Date(Date.now() + UNCLAIMED_HOURS * 3_600_000)
const fileName = plainText({ min: 1, max: 255 })

/** Keeps a receipt for an expense that is saved next; what no expense claims expires. The body is the file itself. */
export async function receiveReceipt(actor: Actor, request: Request): Promise<{ id: string; name: string }> {
  if (request.headers.get('x-organization-id') !== actor.organizationId) throw new UserError('organizationChanged')
  const given = fileName.safeParse(new URL(request.url).searchParams.get('fileName'))
  if (!given.success) throw new UserError('invalidInput')
  await limitCalls(uploadLimit, actor.userId ?? actor.organizationId)
  const { bytes, ending } = await readReceipt(await readBody(request))
  const name = `${given.data.replace(/\.[^.]*$/, '') || 'recibo'}.${ending}`
  const file = await writeFile(actor.organizationId, Readable.from([bytes]), maxReceiptBytes)
  try {
    await withOrganization(actor, (db) =>
      recordFile(db, actor, file, { kind: 'receipt', name, expiresAt: unclaimedUntil() }),
    )
  } catch (error) {
    await removeFile(file.place)
    throw error
  }
  return { id: file.id, name }
}

async function readBody(request: Request): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  if (request.body)
    for await (const chunk of Readable.fromWeb(request.body as ReadableStream<Uint8Array>)) {
      size += (chunk as Buffer).length
      if (size > maxReceiptBytes)
        throw new UserError('fileTooLarge', { values: { megabytes: Math.floor(maxReceiptBytes / 1_000_000) } })
      chunks.push(chunk as Buffer)
    }
  return Buffer.concat(chunks)
}

const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString('latin1') === '%PDF-'

/** By what it holds, whatever it is called: a PDF as it is, a picture written anew. */
async function readReceipt(bytes: Buffer): Promise<{ bytes: Buffer; ending: 'pdf' | 'webp' }> {
  if (isPdf(bytes)) return { bytes, ending: 'pdf' }
  const picture = await encodePicture(new Uint8Array(bytes), (shown) =>
    shown.resize({ width: SIDE_PX, height: SIDE_PX, fit: 'inside', withoutEnlargement: true }),
  )
  if (!picture) throw new UserError('receiptInvalid')
  return { bytes: picture, ending: 'webp' }
}

/** Keeps an uploaded receipt with the one expense that names it. */
export async function claimReceipt(db: Db, organizationId: string, fileId: string | null): Promise<void> {
  if (!fileId) return
  const { count } = await db.storedFile.updateMany({
    where: { organizationId, id: fileId, kind: 'receipt', expiresAt: { gt: new Date() } },
    data: { expiresAt: null },
  })
  if (count === 0) throw new UserError('notFound', { fields: { fileId: ['expenses.fields.receiptGone'] } })
}

/** What the expense showed before expires; taken back within a day it can be named again. */
export async function replaceReceipt(db: Db, organizationId: string, before: string | null, after: string | null) {
  if (before === after) return
  await claimReceipt(db, organizationId, after)
  if (!before) return
  await db.storedFile.updateMany({ where: { organizationId, id: before }, data: { expiresAt: unclaimedUntil() } })
}

/** The receipt's door: by its expense, so that whoever may not see the one does not see the other. */
export async function openReceipt(viewer: Pick<Member, 'organizationId' | 'role' | 'legalEntityIds'>, id: unknown) {
  if (!can(viewer.role, 'money.read')) throw new UserError('permissionDenied')
  const expenseId = asId(id)
  const { organizationId } = viewer
  const file = await withOrganization(viewer, async (db) => {
    const expense = expenseId
      ? await db.expense.findFirst({
          where: { organizationId, id: expenseId, voidedAt: null },
          select: { fileId: true },
        })
      : null
    return expense?.fileId ? getFile(db, organizationId, expense.fileId) : null
  })
  if (file?.kind !== 'receipt') throw new UserError('notFound')
  const type = file.name.endsWith('.pdf') ? 'application/pdf' : 'image/webp'
  return {
    ...{ name: file.name, type, bytes: file.bytes },
    stream: Readable.toWeb(openFile(file.path)) as globalThis.ReadableStream<Uint8Array>,
  }
}

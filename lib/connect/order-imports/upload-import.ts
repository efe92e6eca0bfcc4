import 'server-only'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { recordFile, removeFile, writeFile } from '@/lib/core/files/store'
import { newId } from '@/lib/core/ids'
import { enqueueImport } from './enqueue-import'
import { expireUnconfirmed, requireOpenImport, sheetKeptUntil } from './open-imports'
import { findShopNamed } from './shop-named'
import { reportRefusal } from '@/lib/core/sheets/refusal'
import { inspectTableFile } from '@/lib/core/sheets/table-reader'
import type { UploadInput } from './schema'
import { sheetLimits } from '@/lib/core/sheets/zip-directory'

/** Stores a sheet and has it checked. A file that cannot be a sheet is refused here and leaves nothing behind. */
export async function uploadImport(
  actor: Actor,
  input: UploadInput,
  body: Readable,
  idempotencyKey: string | null,
): Promise<{ importId: string }> {
  const { organizationId, userId } = actor
  const file = await writeFile(organizationId, body, sheetLimits.fileBytes, { inspect: inspectTableFile }).catch(
    reportRefusal,
  )
  try {
    const bodyHash = createHash('sha256').update(file.sha256).update(JSON.stringify(input)).digest()
    const request = idempotencyKey ? { route: 'uploadImport', key: idempotencyKey, bodyHash } : undefined
    const answer = await writeOnce({ ...actor, ...(request && { request }) }, async (db) => {
      await requireOpenImport(db, organizationId, 'orders')
      const shop = await findShop(db, organizationId, input)
      const importId = newId()
      const name = input.fileName
      await recordFile(db, actor, file, { kind: 'import', name, expiresAt: sheetKeptUntil() })
      await db.import.create({
        data: {
          organizationId,
          id: importId,
          fileId: file.id,
          fileName: name,
          shopId: shop?.id ?? null,
          options: shop ? {} : { shopName: input.shopName },
          createdBy: userId,
        },
        select: { id: true },
      })
      await expireUnconfirmed(db, importId)
      await enqueueImport(db, actor, 'import-check', importId)
      await recordAudit(db, actor, {
        event: 'import.uploaded',
        subjectId: importId,
        after: { fileName: name, bytes: file.bytes, shopId: shop?.id ?? null },
      })
      return { importId, fileId: file.id }
    })
    if (answer.fileId !== file.id) await removeFile(file.place)
    return { importId: answer.importId }
  } catch (error) {
    await removeFile(file.place)
    throw error
  }
}

/** The chosen or the named shop; null for a new name. */
async function findShop(db: Db, organizationId: string, { shopId, shopName }: UploadInput) {
  if (shopId !== null) {
    const shop = await db.shop.findUnique({
      where: { organizationId_id: { organizationId, id: shopId }, platform: 'shopee' },
      select: { id: true },
    })
    if (!shop) throw new UserError('notFound')
    return shop
  }
  return findShopNamed(db, organizationId, shopName ?? '')
}

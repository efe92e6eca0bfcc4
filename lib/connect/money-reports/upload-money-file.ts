import 'server-only'
import type { Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { receiveImportFile, storeImport, type SentFile } from '../order-imports/store-import'
import { requireMoneyImport } from './may-import'
import { inspectMoneyFile } from './read-file'
import type { MoneyFileOptions, MoneyUpload } from './schema'

/** Several files are dropped at once. */
const uploadLimit = { name: 'upload-money', points: 60, seconds: 600 }

export async function receiveMoneyFile(
  actor: Actor,
  request: Request,
  upload: MoneyUpload,
): Promise<{ importId: string }> {
  requireMoneyImport(actor)
  return uploadMoneyFile(actor, upload, await receiveImportFile(actor, request, uploadLimit))
}

export async function uploadMoneyFile(
  actor: Actor,
  { fileName, shopId }: MoneyUpload,
  file: SentFile,
): Promise<{ importId: string }> {
  const { organizationId } = actor
  requireMoneyImport(actor)
  const options: MoneyFileOptions = shopId ? { ownerId: shopId } : {}
  return storeImport(
    actor,
    {
      route: 'uploadMoneyFile',
      kind: 'money',
      input: { fileName, shopId },
      inspect: inspectMoneyFile,
      async describe(db) {
        if (shopId && !(await db.shop.findFirst({ where: { organizationId, id: shopId }, select: { id: true } })))
          throw new UserError('notFound')
        return { options, audited: { kind: 'money' } }
      },
    },
    file,
  )
}

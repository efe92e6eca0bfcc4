import 'server-only'
import type { Actor, Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { inspectTableFile } from '@/lib/core/sheets/table-reader'
import { uploadInput, type UploadInput } from './schema'
import { findShopNamed } from './shop-named'
import { receiveImportFile, storeImport, type SentFile } from './store-import'

const uploadLimit = { name: 'upload', points: 30, seconds: 600 }

/** A sheet of orders as its form sends it; the shop that it names stands in the address. */
export async function receiveUpload(actor: Actor, request: Request): Promise<{ importId: string }> {
  const query = new URL(request.url).searchParams
  const input = uploadInput.safeParse({
    fileName: query.get('fileName'),
    shopId: query.get('shopId'),
    shopName: query.get('shopName'),
  })
  if (!input.success) {
    const message = input.error.issues[0]?.message
    throw new UserError(message === 'errors.importShopNeeded' ? 'importShopNeeded' : 'invalidInput')
  }
  return uploadImport(actor, input.data, await receiveImportFile(actor, request, uploadLimit))
}

export const uploadImport = (actor: Actor, input: UploadInput, file: SentFile): Promise<{ importId: string }> =>
  storeImport(
    actor,
    {
      route: 'uploadImport',
      kind: 'orders',
      input,
      inspect: inspectTableFile,
      async describe(db) {
        const shopId = (await findShop(db, actor.organizationId, input))?.id ?? null
        return { shopId, options: shopId ? {} : { shopName: input.shopName }, audited: { shopId } }
      },
    },
    file,
  )

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

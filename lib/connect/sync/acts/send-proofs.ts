import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization } from '@/lib/core/db'
import { encodeJpeg } from '@/lib/core/files/encode-picture'
import { getFile, readStored } from '@/lib/core/files/store'
import { withShopToken } from '../../shops/tokens'
import { ShopeeError } from '@/lib/shopee/errors'
import { convertImage, uploadProof, type ProofPhoto } from '@/lib/shopee/proofs'
import { noteFailure } from '../streams/failures'
import { syncActor, type SyncShop } from '../streams/sync-shop'

/** For one return; the platform names no limit. The newest show best how the parcel left, or came back. */
const PHOTOS = 9
const AT_ONCE = 20

type DueProof = { returnId: string; orderId: string; returnSn: string; orderSn: string; fileIds: string[] }

/**
 * Shows the platform the photos of the bench for disputes in which it asks for proof: those of what was packed, and of what came
 * back of this return. Where there are none yet it goes on asking, and the next look finds them.
 */
export async function sendProofs(shop: SyncShop): Promise<void> {
  for (const proof of await listRequested(shop))
    try {
      await sendProof(shop, proof)
    } catch (error) {
      if (!(error instanceof ShopeeError) || error.remedy === 'waitAndRetry' || error.remedy === 'waitUntil')
        throw error
      const failure = { shopId: shop.shopId, operation: 'return', subject: proof.returnSn, error } as const
      await withOrganization(shop, (db) => noteFailure(db, shop, { ...failure, isFinal: true }))
    }
}

const listRequested = (shop: SyncShop): Promise<DueProof[]> =>
  withOrganization(
    shop,
    (db) => db.$queryRaw<DueProof[]>`
      SELECT r.id AS "returnId", r.order_id AS "orderId", r.number AS "returnSn", o.external_code AS "orderSn", e."fileIds" FROM order_return r
      JOIN orders o ON o.organization_id = r.organization_id AND o.id = r.order_id
      CROSS JOIN LATERAL (SELECT (array_agg(f.id::text ORDER BY v.taken_at DESC))[1:${PHOTOS}::int] AS "fileIds"
        FROM order_evidence v JOIN stored_file f ON f.organization_id = v.organization_id AND f.id = v.file_id
          AND (f.expires_at IS NULL OR f.expires_at > now())
        WHERE v.organization_id = r.organization_id AND v.order_id = r.order_id AND (v.return_id IS NULL OR v.return_id = r.id)) e
      WHERE r.organization_id = ${shop.organizationId}::uuid AND r.shop_id = ${shop.shopId}::uuid AND r.state = 'disputed'
        AND r.proof_status = 'PENDING' AND (r.proof_due_at IS NULL OR r.proof_due_at > now()) AND e."fileIds" IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM sync_failure f WHERE f.organization_id = r.organization_id AND f.shop_id = r.shop_id
          AND f.operation = 'return' AND f.subject = r.number AND f.state <> 'resolved')
      ORDER BY r.proof_due_at NULLS LAST, r.id LIMIT ${AT_ONCE}`,
  )

async function sendProof(shop: SyncShop, { returnId, orderId, returnSn, orderSn, fileIds }: DueProof): Promise<void> {
  const { organizationId, shopId } = shop
  const photos: ProofPhoto[] = []
  const files = await withOrganization(shop, (db) => Promise.all(fileIds.map((id) => getFile(db, organizationId, id))))
  for (const [i, file] of files.entries()) {
    if (!file) continue
    const bytes = await encodeJpeg({ organizationId }, await readStored(file))
    const fileName = `${orderSn}-${i + 1}.jpg`
    photos.push(await withShopToken(shop, shopId, (caller) => convertImage(caller, { returnSn, fileName, bytes })))
  }
  const description = `Fotos da embalagem e da conferência do pedido ${orderSn}`
  await withShopToken(shop, shopId, (caller) => uploadProof(caller, { returnSn, photos, description }))
  await withOrganization(shop, async (db) => {
    await db.orderReturn.updateMany({
      where: { organizationId, id: returnId, proofStatus: 'PENDING' },
      data: { proofStatus: 'UPLOADED', version: { increment: 1 } },
    })
    await recordAudit(db, syncActor(organizationId), {
      event: 'order.proofSent',
      subjectId: orderId,
      after: { return: returnSn, photos: photos.length },
    })
  })
}

import { queueWebhookEvent } from '../queue-webhook-event'
import type { Moment } from '../orders/move-order'
import type { PackageRow } from '../orders/order-rows'

/** Starts to make a label, or starts again; ready after the delay that is set. */
export async function requestDocument(moment: Moment, parcel: PackageRow, documentType: string): Promise<void> {
  const { db, now, platform } = moment
  await db.query(
    `INSERT INTO shipping_documents (package_number, document_type, order_sn, shop_id, status, ready_time, create_time)
     VALUES ($1, $2, $3, $4, 'PROCESSING', $5, $6)
     ON CONFLICT (package_number, document_type) DO UPDATE SET status = 'PROCESSING', ready_time = excluded.ready_time`,
    [
      parcel.package_number,
      documentType,
      parcel.order_sn,
      parcel.shop_id,
      now + platform.settings.documentDelaySeconds,
      now,
    ],
  )
  if (platform.settings.documentDelaySeconds === 0) await finishDocuments(moment)
}

/** Those whose time has come; push 15 tells of each. Answers how many. */
export async function finishDocuments({ db, now }: Pick<Moment, 'db' | 'now'>): Promise<number> {
  const { rows } = await db.query<{ package_number: string; order_sn: string; shop_id: bigint }>(
    `WITH due AS MATERIALIZED (
       SELECT package_number, document_type FROM shipping_documents
       WHERE status = 'PROCESSING' AND ready_time <= $1 ORDER BY ready_time LIMIT 500 FOR UPDATE SKIP LOCKED)
     UPDATE shipping_documents SET status = 'READY' WHERE (package_number, document_type) IN (SELECT * FROM due)
     RETURNING package_number, order_sn, shop_id`,
    [now],
  )
  for (const { package_number, order_sn, shop_id } of rows)
    await queueWebhookEvent(db, {
      code: 15,
      shopId: shop_id,
      now,
      data: { ordersn: order_sn, package_number, status: 'READY' },
    })
  return rows.length
}

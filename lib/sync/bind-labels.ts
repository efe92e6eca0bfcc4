import 'server-only'
import { Readable } from 'node:stream'
import { recordAudit } from '../audit/record'
import { withOrganization, type Actor, type Db } from '../db'
import { byOrder, listItemsToShip } from '../dispatch/order-details'
import { byShelf, firstPlace, type Placed } from '../dispatch/picking-order'
import { bindLabelFiles } from '../dispatch/read-labels'
import { endRun, type OpenRun } from '../dispatch/run-record'
import type { KeptFile } from '../files/file-store'
import { readStored, recordFile, writeFile } from '../files/store'

const MAX_BYTES = 64 * 1024 * 1024
const KEPT_DAYS = 2

type Label = { packageId: string; orderId: string; number: string; printCount: number; at: Placed } & KeptFile

/** Binds what is ready into one file in picking order, and counts each label as printed once more; false where there is none. */
export async function bindLabels(actor: Actor, { id, input }: OpenRun): Promise<boolean> {
  const { labels, left } = await withOrganization(actor, (db) => listReady(db, actor, input))
  if (labels.length === 0) {
    await withOrganization(actor, (db) => endRun(db, actor, id, { state: 'done', left }))
    return true
  }
  const files = await Promise.all(labels.map((label) => readStored(label)))
  const bytes = await bindLabelFiles(files, 'Etiquetas')
  const file = await writeFile(actor.organizationId, Readable.from([Buffer.from(bytes)]), MAX_BYTES)
  const expiresAt = new Date(Date.now() + KEPT_DAYS * 86_400_000)
  await withOrganization(actor, async (db) => {
    await recordFile(db, actor, file, { kind: 'label', name: `etiquetas-${labels.length}.pdf`, expiresAt })
    await notePrinted(db, actor, labels)
    await endRun(db, actor, id, { state: 'done', fileId: file.id, left })
  })
  return true
}

async function listReady(db: Db, { organizationId }: Actor, { orderIds, reprint }: OpenRun['input']) {
  const rows = await db.$queryRaw<(Omit<Label, 'at'> & { code: string; printedAt: Date | null })[]>`
    SELECT k.id AS "packageId", k.order_id AS "orderId", k.number, k.print_count AS "printCount", k.printed_at AS "printedAt", f.place, f.bytes, f.sha256,
      coalesce(o.external_code, o.code) AS code
    FROM package k
    JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = k.order_id AND o.status IN ('confirmed', 'processing') AND NOT o.cancellation_asked
    JOIN stored_file f ON f.organization_id = ${organizationId}::uuid AND f.id = k.label_file_id AND (f.expires_at IS NULL OR f.expires_at > now())
    WHERE k.organization_id = ${organizationId}::uuid AND k.order_id = ANY (${orderIds}::uuid[]) AND k.label_state = 'ready'`
  const items = byOrder(await listItemsToShip(db, organizationId, orderIds))
  const wanted = rows.filter(({ printedAt }) => reprint === true || printedAt === null)
  const labels = wanted
    .map((row): Label => ({ ...row, at: firstPlace(items.get(row.orderId) ?? [], row.code) }))
    .sort((a, b) => byShelf(a.at, b.at) || (a.number < b.number ? -1 : 1))
  return { labels, left: rows.length - wanted.length }
}

async function notePrinted(db: Db, actor: Actor, labels: readonly Label[]): Promise<void> {
  const { organizationId } = actor
  await db.package.updateMany({
    where: { organizationId, id: { in: labels.map(({ packageId }) => packageId) } },
    data: { printedAt: new Date(), printCount: { increment: 1 }, version: { increment: 1 } },
  })
  for (const { orderId, number, printCount } of labels)
    await recordAudit(db, actor, {
      event: printCount > 0 ? 'order.labelReprinted' : 'order.labelPrinted',
      subjectId: orderId,
      after: { package: number, times: printCount + 1 },
    })
}

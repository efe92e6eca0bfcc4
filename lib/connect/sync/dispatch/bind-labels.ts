import 'server-only'
import { Readable } from 'node:stream'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { byOrder, listItemsToShip } from '@/lib/sales/dispatch/order-details'
import { byShelf, firstPlace, type Placed } from '@/lib/sales/dispatch/picking-order'
import { keepLabelError } from '@/lib/sales/dispatch/label-error'
import { joinZpl } from '@/lib/sales/dispatch/label-form'
import { bindLabelFiles } from '@/lib/sales/dispatch/read-labels'
import { endRun, type OpenRun } from '@/lib/sales/dispatch/run-record'
import type { LabelPaper } from '@/lib/sales/dispatch/schema'
import type { KeptFile } from '@/lib/core/files/file-store'
import { readStored, recordFile, writeFile, type WrittenFile } from '@/lib/core/files/store'

const MAX_BYTES = 64 * 1024 * 1024
const KEPT_DAYS = 2

type Label = {
  packageId: string
  orderId: string
  number: string
  code: string
  name: string
  printCount: number
  paper: LabelPaper
  at: Placed
} & KeptFile

/**
 * Binds the ready labels into one file in picking order, those for sheets of A4 and for a thermal printer into files of
 * their own, and counts each label as printed once more; false where there is none. An unreadable one is reported and
 * stays unprinted.
 */
export async function bindLabels(actor: Actor, { id, input }: OpenRun): Promise<boolean> {
  const { labels, left } = await withOrganization(actor, (db) => listReady(db, actor, input))
  if (labels.length === 0) {
    await withOrganization(actor, (db) => endRun(db, actor, id, { state: 'done', left }))
    return true
  }
  const zpl = labels.filter(isThermal)
  const wanted = labels.filter((label) => !isThermal(label))
  const alone = await bindPages(
    actor,
    wanted.filter(({ paper }) => paper !== 'a4'),
  )
  const onSheets = await bindPages(
    actor,
    wanted.filter(({ paper }) => paper === 'a4'),
    { onSheets: true },
  )
  const unread = [...alone.unread, ...onSheets.unread]
  const thermal =
    zpl.length > 0 ? await writeBound(actor, joinZpl(await Promise.all(zpl.map((label) => readStored(label))))) : null
  const expiresAt = new Date(Date.now() + KEPT_DAYS * 86_400_000)
  const keep = (db: Db, file: WrittenFile | null, name: string) =>
    file && recordFile(db, actor, file, { kind: 'label', name, expiresAt })
  await withOrganization(actor, async (db) => {
    await keep(db, alone.file, `etiquetas-${alone.read.length}.pdf`)
    await keep(db, onSheets.file, `etiquetas-a4-${onSheets.read.length}.pdf`)
    await keep(db, thermal, `etiquetas-${zpl.length}.zpl`)
    await notePrinted(db, actor, [...alone.read, ...onSheets.read, ...zpl])
    await noteUnread(db, actor, unread)
    await endRun(db, actor, id, {
      state: 'done',
      fileId: alone.file?.id ?? null,
      left,
      thermal: thermal && { fileId: thermal.id, count: zpl.length },
      sheet: onSheets.file && { fileId: onSheets.file.id, count: onSheets.read.length },
      problems: unread.map(({ code, orderId }) => {
        return { code, subject: orderId, errorCode: 'labelUnreadable', text: null }
      }),
    })
  })
  return true
}

async function bindPages(actor: Actor, labels: Label[], { onSheets = false } = {}) {
  if (labels.length === 0) return { file: null, read: [], unread: [] }
  const files = await Promise.all(labels.map((label) => readStored(label)))
  const bound = await bindLabelFiles(files, 'Etiquetas', { onSheets })
  const read = labels.filter((_, place) => !bound.unread.includes(place))
  const unread = labels.filter((_, place) => bound.unread.includes(place))
  return { file: read.length > 0 ? await writeBound(actor, bound.file) : null, read, unread }
}

const isThermal = ({ name }: Pick<Label, 'name'>) => name.endsWith('.zpl')

const writeBound = (actor: Actor, bytes: Uint8Array) =>
  writeFile(actor.organizationId, Readable.from([Buffer.from(bytes)]), MAX_BYTES)

async function listReady(db: Db, { organizationId }: Actor, { orderIds, reprint }: OpenRun['input']) {
  const rows = await db.$queryRaw<(Omit<Label, 'at'> & { printedAt: Date | null })[]>`
    SELECT k.id AS "packageId", k.order_id AS "orderId", k.number, k.print_count AS "printCount", k.printed_at AS "printedAt", f.place, f.bytes, f.sha256, f.name, s.label_paper AS paper,
      coalesce(o.external_code, o.code) AS code
    FROM package k
    JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = k.order_id AND o.status IN ('confirmed', 'processing') AND NOT o.cancellation_asked
    JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = k.shop_id
    JOIN stored_file f ON f.organization_id = ${organizationId}::uuid AND f.id = k.label_file_id AND (f.expires_at IS NULL OR f.expires_at > now())
    WHERE k.organization_id = ${organizationId}::uuid AND k.order_id = ANY (${orderIds}::uuid[]) AND k.label_state = 'ready'`
  const items = byOrder(await listItemsToShip(db, organizationId, orderIds))
  const wanted = rows.filter(({ printedAt }) => reprint === true || printedAt === null)
  const labels = wanted
    .map((row): Label => ({ ...row, at: firstPlace(items.get(row.orderId) ?? [], row.code) }))
    .sort((a, b) => byShelf(a.at, b.at) || (a.number < b.number ? -1 : 1))
  return { labels, left: rows.length - wanted.length }
}

/** Fetched again with the next printing. */
async function noteUnread(db: Db, { organizationId }: Actor, labels: readonly Label[]): Promise<void> {
  await db.package.updateMany({
    where: { organizationId, id: { in: labels.map(({ packageId }) => packageId) } },
    data: { labelState: 'failed', labelError: keepLabelError('labelUnreadable', null), version: { increment: 1 } },
  })
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

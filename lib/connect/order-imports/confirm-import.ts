import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { ImportKind } from '@/lib/generated/prisma/enums'
import { newId } from '@/lib/core/ids'
import { enqueueImport } from './enqueue-import'
import { expireConfirmed } from './open-imports'
import { findShopNamed } from './shop-named'
import type { ConfirmImportInput, ImportOptions, ImportSummary } from './schema'

/** Starts applying a checked import; a shop that was only named is made now, not yet authorized. */
export async function confirmImport(actor: Actor, input: ConfirmImportInput): Promise<{ importId: string }> {
  const { organizationId } = actor
  const { importId, isHistory = false, leaveOutBadRows } = input
  // Orders of a history have moved their stock long ago.
  const takeStock = input.takeStock && !isHistory
  return writeOnce(actor, async (db) => {
    const result = await lockImport(db, organizationId, importId)
    if (result.state !== 'ready') throw new UserError('importNotReady')
    const summary = result.summary as ImportSummary
    if ((summary.badRows ?? 0) > 0 && !leaveOutBadRows) throw new UserError('importHasBadRows')
    if (result.total === 0) throw new UserError('importNothingToDo')
    const { shopName } = result.options as ImportOptions
    const shopId = result.shopId ?? (await createShop(db, actor, shopName))
    const options = { takeStock, isHistory, leaveOutBadRows } satisfies ImportOptions
    await db.import.update({
      where: { organizationId_id: { organizationId, id: importId } },
      data: { state: 'applying', shopId, options: options as Prisma.InputJsonObject, startedAt: new Date() },
      select: { id: true },
    })
    await expireConfirmed(db, importId)
    await enqueueImport(db, actor, 'import-apply', importId)
    await recordAudit(db, actor, {
      event: 'import.confirmed',
      subjectId: importId,
      after: { ...options, shopId, orders: result.total },
    })
    return { importId }
  })
}

/** Locked until the transaction ends, so that confirming and cancelling cannot both win. `kinds`: another kind's is not found. */
export async function lockImport(
  db: Db,
  organizationId: string,
  importId: string,
  kinds: readonly ImportKind[] = ['orders'],
) {
  await db.$queryRaw`
    SELECT id FROM import WHERE organization_id = ${organizationId}::uuid AND id = ${importId}::uuid FOR UPDATE`
  const importRow = await db.import.findUnique({
    where: { organizationId_id: { organizationId, id: importId } },
    select: { kind: true, state: true, summary: true, options: true, shopId: true, fileId: true, total: true },
  })
  if (!importRow || !kinds.includes(importRow.kind)) throw new UserError('notFound')
  return importRow
}

async function createShop(db: Db, actor: Actor, name: string | undefined): Promise<string> {
  const { organizationId } = actor
  if (!name) throw new UserError('importShopNeeded')
  const known = await findShopNamed(db, organizationId, name)
  if (known) return known.id
  const entity = await db.legalEntity.findFirstOrThrow({
    where: { organizationId, archivedAt: null },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  const id = newId()
  // Another import that names the same new shop may be confirmed at this moment: this one waits here for its shop.
  const { count } = await db.shop.createMany({
    data: [{ organizationId, id, platform: 'shopee', legalEntityId: entity.id, name, status: 'pending' }],
    skipDuplicates: true,
  })
  if (count === 0) {
    const made = await findShopNamed(db, organizationId, name)
    if (!made) throw new UserError('shopNameTaken')
    return made.id
  }
  await recordAudit(db, actor, { event: 'shop.created', subjectId: id, after: { name, status: 'pending' } })
  return id
}

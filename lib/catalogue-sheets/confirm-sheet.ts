import 'server-only'
import { recordAudit } from '../audit/record'
import { writeOnce, type Actor, type Db } from '../db'
import { UserError } from '../errors'
import type { Prisma } from '../generated/prisma/client'
import { newId } from '../ids'
import { lockImport } from '../imports/confirm-import'
import type { SheetOptions } from '../imports/sheet-run'
import { enqueueJob } from '../jobs/task'
import { sheetKinds, type ConfirmSheetInput, type SheetSummary } from './schema'

/** Starts applying what the preview showed; channels that the sheet names and nobody has are made now. */
export async function confirmSheet(actor: Actor, input: ConfirmSheetInput): Promise<{ importId: string }> {
  const { organizationId, userId } = actor
  const { importId, leaveOutBadRows, reason, stockFrom } = input
  return writeOnce(actor, async (db) => {
    const found = await lockImport(db, organizationId, importId, sheetKinds)
    if (found.state !== 'ready') throw new UserError('importNotReady')
    const summary = found.summary as SheetSummary
    if ((summary.badRows ?? 0) > 0 && !leaveOutBadRows) throw new UserError('importHasBadRows')
    if (found.total === 0) throw new UserError('importNothingToDo')
    const channels = summary.sales?.channels.filter(({ isNew }) => isNew) ?? []
    for (const { name } of channels) await openChannel(db, actor, name)
    const { fileName } = await db.import.findUniqueOrThrow({
      where: { organizationId_id: { organizationId, id: importId } },
      select: { fileName: true },
    })
    const options: SheetOptions = {
      ...(found.options as SheetOptions),
      ...(userId && { confirmedBy: userId }),
      ...(found.kind === 'catalogue' && { reason: (reason || fileName).slice(0, 200) }),
      ...(found.kind === 'sales' && stockFrom && { stockFrom }),
    }
    await db.import.update({
      where: { organizationId_id: { organizationId, id: importId } },
      data: { state: 'applying', options: options as Prisma.InputJsonObject, startedAt: new Date() },
      select: { id: true },
    })
    await enqueueJob(db, 'import-apply', { importId, userId }, `import-apply:${importId}`)
    await recordAudit(db, actor, {
      event: 'import.confirmed',
      subjectId: importId,
      after: { kind: found.kind, rows: found.total, leaveOutBadRows, reason: options.reason, stockFrom },
    })
    return { importId }
  })
}

async function openChannel(db: Db, actor: Actor, name: string): Promise<void> {
  const { organizationId } = actor
  const known = await db.channel.findUnique({
    where: { organizationId_name: { organizationId, name } },
    select: { id: true, archivedAt: true },
  })
  if (known?.archivedAt) {
    await db.channel.update({
      where: { organizationId_id: { organizationId, id: known.id } },
      data: { archivedAt: null },
      select: { id: true },
    })
    await recordAudit(db, actor, { event: 'channel.restored', subjectId: known.id })
  }
  if (known) return
  const entity = await db.legalEntity.findFirstOrThrow({
    where: { organizationId, archivedAt: null },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  const id = newId()
  const fields = { name, legalEntityId: entity.id }
  await db.channel.create({ data: { organizationId, id, ...fields }, select: { id: true } })
  await recordAudit(db, actor, { event: 'channel.created', subjectId: id, after: fields })
}

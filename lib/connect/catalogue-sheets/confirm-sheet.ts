import 'server-only'
import { recordAudit, recordAudits } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import { lockImport } from '../order-imports/confirm-import'
import type { SheetOptions } from '../order-imports/sheet-run'
import { expireConfirmed } from '../order-imports/open-imports'
import { enqueueImport } from '../order-imports/enqueue-import'
import { sheetKinds, type ConfirmSheetInput, type SheetSummary } from './schema'

/** More than a company sells on: then another column was taken for the channel, and every list of channels would carry them. */
const maxNewChannels = 20

/** Starts applying the previewed changes; unknown channels of the sheet are created now. */
export async function confirmSheet(actor: Actor, input: ConfirmSheetInput): Promise<{ importId: string }> {
  const { organizationId, userId } = actor
  const { importId, leaveOutBadRows, reason, stockFrom } = input
  return writeOnce(actor, async (db) => {
    const result = await lockImport(db, organizationId, importId, sheetKinds)
    if (result.state !== 'ready') throw new UserError('importNotReady')
    const summary = result.summary as SheetSummary
    if ((summary.badRows ?? 0) > 0 && !leaveOutBadRows) throw new UserError('importHasBadRows')
    if (result.total === 0) throw new UserError('importNothingToDo')
    const channels = summary.sales?.channels.filter(({ isNew }) => isNew) ?? []
    if (channels.length > maxNewChannels) throw new UserError('sheetTooManyChannels')
    await openChannels(
      db,
      actor,
      channels.map(({ name }) => name),
    )
    const { fileName } = await db.import.findUniqueOrThrow({
      where: { organizationId_id: { organizationId, id: importId } },
      select: { fileName: true },
    })
    const options: SheetOptions = {
      ...(result.options as SheetOptions),
      ...(userId && { confirmedBy: userId }),
      ...(result.kind === 'catalogue' && { reason: (reason || fileName).slice(0, 200) }),
      ...(result.kind === 'sales' && stockFrom && { stockFrom }),
    }
    await db.import.update({
      where: { organizationId_id: { organizationId, id: importId } },
      data: { state: 'applying', options: options as Prisma.InputJsonObject, startedAt: new Date() },
      select: { id: true },
    })
    await expireConfirmed(db, importId)
    await enqueueImport(db, actor, 'import-apply', importId)
    await recordAudit(db, actor, {
      event: 'import.confirmed',
      subjectId: importId,
      after: { kind: result.kind, rows: result.total, leaveOutBadRows, reason: options.reason, stockFrom },
    })
    return { importId }
  })
}

/** Archived channels come back, unknown ones are created, all at once. */
async function openChannels(db: Db, actor: Actor, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const { organizationId } = actor
  const restored = await db.$queryRaw<{ id: string }[]>`
    UPDATE channel SET archived_at = NULL
    WHERE organization_id = ${organizationId}::uuid AND name = ANY (${names}::citext[]) AND archived_at IS NOT NULL RETURNING id`
  const entity = await db.legalEntity.findFirstOrThrow({
    where: { organizationId, archivedAt: null },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  const made = await db.$queryRaw<{ id: string; name: string; legalEntityId: string }[]>`
    INSERT INTO channel (organization_id, id, legal_entity_id, name)
    SELECT ${organizationId}::uuid, uuid_v7(), ${entity.id}::uuid, n FROM unnest(${names}::text[]) n
    ON CONFLICT (organization_id, name) DO NOTHING RETURNING id, name::text, legal_entity_id AS "legalEntityId"`
  await recordAudits(db, actor, [
    ...restored.map(({ id }) => ({ event: 'channel.restored' as const, subjectId: id })),
    ...made.map(({ id, ...fields }) => ({ event: 'channel.created' as const, subjectId: id, after: fields })),
  ])
}

import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { getFile, removeFile } from '@/lib/core/files/store'
import { lockImport } from './confirm-import'
import { importKinds, openStates, type ImportIdInput, type ImportKind } from './schema'

/** Ends an import before anything of it is applied. Once applying has begun it runs to its end. */
export async function cancelImport(
  actor: Actor,
  { importId }: ImportIdInput,
  kinds: readonly ImportKind[] = importKinds,
): Promise<{ importId: string }> {
  const { organizationId } = actor
  const { fileId } = await writeOnce(actor, async (db) => {
    const result = await lockImport(db, organizationId, importId, kinds)
    if (!openStates.includes(result.state)) throw new UserError('importTooLateToCancel')
    await db.import.update({
      where: { organizationId_id: { organizationId, id: importId } },
      data: { state: 'cancelled', finishedAt: new Date() },
      select: { id: true },
    })
    await db.importRow.deleteMany({ where: { organizationId, importId } })
    await recordAudit(db, actor, {
      event: 'import.cancelled',
      subjectId: importId,
      before: { state: result.state },
    })
    return { fileId: result.fileId }
  })
  const file = await withOrganization(actor, (db) => getFile(db, organizationId, fileId))
  if (file) await removeFile(file.place)
  return { importId }
}

/** An import without a confirmation ends as a cancelled one in time; in any case no sheet stays. */
export async function expireImport(actor: Actor, importId: string): Promise<void> {
  await cancelImport(actor, { importId }).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error
  })
  await withOrganization(actor, (db) =>
    db.importRow.deleteMany({
      where: { organizationId: actor.organizationId, importId, outcome: { in: ['written', 'moved', 'same'] } },
    }),
  )
  await removeSheet(actor, importId)
}

/** Takes the uploaded sheet off the disk: it holds buyers' data. */
export async function removeSheet(actor: Actor, importId: string): Promise<void> {
  const { organizationId } = actor
  const file = await withOrganization(actor, async (db) => {
    const importRow = await db.import.findUnique({
      where: { organizationId_id: { organizationId, id: importId } },
      select: { fileId: true },
    })
    return importRow && getFile(db, organizationId, importRow.fileId)
  })
  if (file) await removeFile(file.place)
}

import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import type { KeptFile } from '@/lib/core/files/file-store'
import { getFile, removeFile, withLocalFile } from '@/lib/core/files/store'
import type { Prisma } from '@/lib/generated/prisma/client'
import { notifyImportFinished } from '@/lib/identity/notices/causes'
import { failImport } from './check-import'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import { expireConfirmed } from './open-imports'
import type { ImportSummary } from './schema'
import { ImportStopped } from './stage-orders'

export type SheetKind = 'catalogue' | 'sales' | 'money'
export type SheetOptions = {
  seesMoney?: boolean
  confirmedBy?: string
  reason?: string
  stockFrom?: string
  channel?: string
}
export type SheetOutcome = 'new' | 'changed' | 'same' | 'failed'
export type StagedSheetRow = { number: number; key: string; outcome: SheetOutcome; payload: object }
export type OpenedSheet = { file: KeptFile; fileName: string; options: SheetOptions; timeZone: string }

const checkTimeoutMs = 60_000

/** Opens an uploaded sheet, from the beginning where a crash left it half checked; null when there is nothing to do. */
export async function openSheetRun(actor: Actor, importId: string, kind: SheetKind): Promise<OpenedSheet | null> {
  const { organizationId } = actor
  return withOrganization(
    actor,
    async (db) => {
      const { count } = await db.import.updateMany({
        where: { organizationId, id: importId, kind, state: { in: ['uploaded', 'checking'] } },
        data: { state: 'checking', done: 0, total: 100, summary: {} },
      })
      if (count === 0) return null
      await db.importRow.deleteMany({ where: { organizationId, importId } })
      const importRow = await db.import.findUniqueOrThrow({
        where: { organizationId_id: { organizationId, id: importId } },
        select: { fileId: true, fileName: true, options: true },
      })
      const file = await getFile(db, organizationId, importRow.fileId)
      const { timeZone } = await db.organization.findUniqueOrThrow({
        where: { id: organizationId },
        select: { timeZone: true },
      })
      const { fileName, options } = importRow
      return file && { file, fileName, options: options as SheetOptions, timeZone }
    },
    checkTimeoutMs,
  )
}

/** In the caller's transaction; throws ImportStopped where the run was cancelled meanwhile. */
export async function stageSheetRows(
  db: Db,
  organizationId: string,
  importId: string,
  rows: readonly StagedSheetRow[],
  progress: number,
): Promise<void> {
  const [answer] = await db.$queryRaw<[{ staged: number }]>`
    SELECT stage_sheet_rows(${importId}::uuid, ${JSON.stringify(rows)}::jsonb) AS staged`
  if (answer.staged < 0) throw new ImportStopped()
  const percent = Math.min(99, Math.floor(progress * 100))
  await db.$executeRaw`
    UPDATE import SET done = ${percent} WHERE organization_id = ${organizationId}::uuid AND id = ${importId}::uuid AND state = 'checking'`
}

/** Ends the check: what is staged waits for a yes, or there is nothing to say yes to. `asks`: the person is asked for the columns first. */
export async function finishSheetCheck(
  actor: Actor,
  importId: string,
  { file }: OpenedSheet,
  more: object,
  isPlanned = false,
): Promise<void> {
  const { organizationId } = actor
  const isOver = await withOrganization(
    actor,
    async (db) => {
      const outcomes = await countOutcomes(db, organizationId, importId)
      const total = (outcomes.new ?? 0) + (outcomes.changed ?? 0)
      const nothingToDo = !isPlanned && total === 0 && !outcomes.failed
      const rows = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
      const summary: ImportSummary = {
        outcomes,
        rows,
        badRows: outcomes.failed ?? 0,
        ...(nothingToDo && { result: { created: 0, updated: 0, kept: rows } }),
        ...more,
      }
      const { count } = await db.import.updateMany({
        where: { organizationId, id: importId, state: 'checking' },
        data: {
          state: nothingToDo ? 'done' : 'ready',
          ...(nothingToDo && { finishedAt: new Date() }),
          done: 0,
          total,
          summary: summary as Prisma.InputJsonObject,
        },
      })
      if (count === 0) return false
      await recordAudit(db, actor, { event: 'import.checked', subjectId: importId, after: { outcomes, rows } })
      if (!nothingToDo) return false
      const done = await db.import.findUniqueOrThrow({
        where: { organizationId_id: { organizationId, id: importId } },
        select: { id: true, fileName: true, createdBy: true, kind: true },
      })
      // That a file said what was there already keeps it there when another one that said it is taken back.
      const keeps = done.kind === 'money'
      await db.importRow.deleteMany({ where: { organizationId, importId, ...(keeps && { outcome: { not: 'same' } }) } })
      if (keeps) await expireConfirmed(db, importId)
      await notifyImportFinished(db, organizationId, 'done', done)
      return true
    },
    checkTimeoutMs,
  )
  if (isOver) await removeFile(file.place)
}

export async function countOutcomes(db: Db, organizationId: string, importId: string) {
  const groups = await db.importRow.groupBy({
    by: ['outcome'],
    where: { organizationId, importId },
    _count: { _all: true },
  })
  return Object.fromEntries(groups.map(({ outcome, _count }) => [outcome ?? 'failed', _count._all])) as Partial<
    Record<SheetOutcome, number>
  >
}

/** Runs a check; a file that cannot be read ends the run with its reason, a cancelled run just ends. */
export async function checkOrRefuse(
  actor: Actor,
  importId: string,
  { file }: OpenedSheet,
  check: (path: string) => Promise<void>,
): Promise<void> {
  try {
    await withLocalFile(file, check)
  } catch (error) {
    if (error instanceof ImportStopped) return
    if (!(error instanceof SheetRefused)) throw error
    await withOrganization(actor, (db) => failImport(db, actor, importId, error))
    await removeFile(file.place)
  }
}

import 'server-only'
import { getTranslations } from 'next-intl/server'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { csvFile } from '@/lib/core/sheets/csv'
import { unreadFile } from '@/lib/core/sheets/unread-file'
import { listImportShops } from '../order-imports/queries'
import type { ImportProgress } from '../order-imports/schema'
import { asId } from '@/lib/core/keyset'
import {
  getMoneyFile,
  listMoneyFailed,
  listMoneyFiles,
  listMoneyPreview,
  type MoneyFileListItem,
  type StagedPage,
} from './queries'
import type { FailedMoneyRow, MoneyFileRun, Owner, PreviewRow } from './schema'

const shownRows = 50
const shownFailed = 100
const fileRows = 20_000

type Viewer = Scope & Pick<Member, 'role'>

function requireReader({ role }: Viewer): void {
  if (!can(role, 'reconciliation.read')) throw new UserError('permissionDenied')
}

export type MoneyFilesOverview = { files: MoneyFileListItem[]; shops: Owner[] }

export async function getMoneyFiles(viewer: Viewer): Promise<MoneyFilesOverview> {
  requireReader(viewer)
  const { organizationId } = viewer
  return withOrganization(viewer, async (db) => ({
    files: await listMoneyFiles(db, organizationId),
    shops: await listImportShops(db, organizationId),
  }))
}

export type MoneyFilePart = 'changes' | 'failed'
export type MoneyFileView = {
  run: MoneyFileRun
  part: MoneyFilePart
  rows: StagedPage<PreviewRow>
  failed: FailedMoneyRow[]
  /** Whom it may belong to. */
  owners: Owner[]
}

export async function getMoneyFileView(
  viewer: Viewer,
  id: string,
  query: { tab?: unknown; after?: unknown },
): Promise<MoneyFileView | null> {
  requireReader(viewer)
  const { organizationId } = viewer
  const importId = asId(id)
  if (!importId) return null
  const after = Number(query.after ?? 0)
  const place = { after: Number.isSafeInteger(after) && after > 0 && after < 2 ** 31 ? after : 0, size: shownRows }
  return withOrganization(viewer, async (db) => {
    const run = await getMoneyFile(db, organizationId, importId)
    if (!run) return null
    const bad = run.summary.badRows ?? 0
    const part: MoneyFilePart = bad > 0 && (query.tab === 'failed' || run.progress.total === 0) ? 'failed' : 'changes'
    const shows = run.state === 'ready' && part === 'changes'
    const isBank = run.summary.money?.type === 'bank'
    return {
      run,
      part,
      rows: shows ? await listMoneyPreview(db, organizationId, importId, place) : { rows: [], next: null },
      failed:
        bad > 0 && !shows
          ? (await listMoneyFailed(db, organizationId, importId, { after: 0, size: shownFailed })).rows
          : [],
      owners: isBank
        ? await db.legalEntity.findMany({
            where: { organizationId, archivedAt: null },
            orderBy: { name: 'asc' },
            select: { id: true, name: true },
          })
        : await listImportShops(db, organizationId),
    }
  })
}

export async function getMoneyFileProgress(viewer: Viewer, id: string): Promise<ImportProgress> {
  requireReader(viewer)
  const { organizationId } = viewer
  const importId = asId(id)
  const run = importId && (await withOrganization(viewer, (db) => getMoneyFile(db, organizationId, importId)))
  if (!run) throw new UserError('notFound')
  return run.progress
}

/** The unreadable rows: their place, fault and content. */
export async function getMoneyFailedFile(viewer: Viewer, id: string): Promise<{ name: string; content: string }> {
  requireReader(viewer)
  const { organizationId } = viewer
  const importId = asId(id)
  const page =
    importId &&
    (await withOrganization(viewer, async (db) =>
      (await getMoneyFile(db, organizationId, importId))
        ? listMoneyFailed(db, organizationId, importId, { after: 0, size: fileRows })
        : null,
    ))
  if (!page) throw new UserError('notFound')
  const t = await getTranslations('moneyFiles')
  const reasons = await getTranslations('sheets.reasons')
  const head = [
    t('failed.row'),
    t('failed.code'),
    t('failed.cell'),
    t('failed.column'),
    t('failed.problem'),
    t('failed.value'),
  ]
  const lines = page.rows.flatMap(({ row, key, cells }) =>
    cells.map(({ cell, column, problem, value }) => [String(row), key, cell, column, reasons(problem), value]),
  )
  return { name: `${t('failed.fileName')}.csv`, content: csvFile([head, ...lines]) }
}

/** The parts of a file that were not understood. */
export async function getMoneyUnreadFile(viewer: Viewer, id: string): Promise<{ name: string; content: string }> {
  requireReader(viewer)
  const { organizationId } = viewer
  const importId = asId(id)
  const run = importId && (await withOrganization(viewer, (db) => getMoneyFile(db, organizationId, importId)))
  if (!run) throw new UserError('notFound')
  return unreadFile(run.summary.money?.unread ?? [])
}

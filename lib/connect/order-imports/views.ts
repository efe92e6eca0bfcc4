import 'server-only'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { withOrganization, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { failedRowsFile } from './failed-rows-file'
import {
  getImport,
  listFailedRows,
  listImports,
  listImportShops,
  type ImportDetail,
  type ImportListItem,
} from './queries'
import { importKinds, type ImportProgress, type StagedProblem } from './schema'
import { unreadFile } from '@/lib/core/sheets/unread-file'

const shownOrders = 100
const fileOrders = 20_000
const isId = (id: string) => z.uuid().safeParse(id).success

export type ImportOverview = { shops: { id: string; name: string }[]; imports: ImportListItem[] }

export async function getImportOverview(viewer: Scope): Promise<ImportOverview> {
  const { organizationId } = viewer
  return withOrganization(viewer, async (db) => ({
    shops: await listImportShops(db, organizationId),
    imports: await listImports(db, organizationId),
  }))
}

/** `shops`: the company's, for an import that is to move. */
export type ImportView = {
  detail: ImportDetail
  failedRows: StagedProblem[]
  shops: { id: string; name: string }[]
}

export async function getImportView(viewer: Scope, id: string): Promise<ImportView | null> {
  const { organizationId } = viewer
  if (!isId(id)) return null
  return withOrganization(viewer, async (db) => {
    const detail = await getImport(db, organizationId, id)
    if (!detail) return null
    const hasFailed = (detail.summary.badRows ?? 0) > 0
    return {
      detail,
      failedRows: hasFailed ? await listFailedRows(db, organizationId, id, shownOrders) : [],
      shops: detail.state === 'done' ? await listImportShops(db, organizationId) : [],
    }
  })
}

export async function getImportProgress(viewer: Scope, id: string): Promise<ImportProgress> {
  const { organizationId } = viewer
  const detail = isId(id) && (await withOrganization(viewer, (db) => getImport(db, organizationId, id, importKinds)))
  if (!detail) throw new UserError('notFound')
  return detail.progress
}

export async function getFailedRowsFile(viewer: Scope, id: string): Promise<{ name: string; content: string }> {
  const { organizationId } = viewer
  const rows =
    isId(id) &&
    (await withOrganization(viewer, async (db) =>
      (await getImport(db, organizationId, id)) ? listFailedRows(db, organizationId, id, fileOrders) : null,
    ))
  if (!rows) throw new UserError('notFound')
  const t = await getTranslations('imports')
  const content = failedRowsFile(rows, {
    row: t('failed.row'),
    problem: t('failed.problem'),
    reason: ({ problem }) => t(`reasons.${problem}`),
  })
  return { name: `${t('failed.fileName')}.csv`, content }
}

/** Money files are another right's. */
const sheetKinds = importKinds.filter((kind) => kind !== 'money')

/** The parts of a sheet of orders, products or sales that were not understood. */
export async function getUnreadFile(viewer: Scope, id: string): Promise<{ name: string; content: string }> {
  const { organizationId } = viewer
  const detail = isId(id) && (await withOrganization(viewer, (db) => getImport(db, organizationId, id, sheetKinds)))
  if (!detail) throw new UserError('notFound')
  return unreadFile(detail.summary.unread ?? [])
}

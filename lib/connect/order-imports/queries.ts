import 'server-only'
import type { Db } from '@/lib/core/db'
import type { ImportKind, ImportOptions, ImportProgress, ImportState, ImportSummary, StagedProblem } from './schema'

const pageSize = 20

export type ImportListItem = {
  id: string
  fileName: string
  shopName: string | null
  state: ImportState
  createdAt: Date
  summary: ImportSummary
}

export async function listImports(db: Db, organizationId: string): Promise<ImportListItem[]> {
  const imports = await db.import.findMany({
    where: { organizationId, kind: 'orders' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: pageSize,
    select: {
      id: true,
      fileName: true,
      state: true,
      createdAt: true,
      summary: true,
      options: true,
      shop: { select: { name: true } },
    },
  })
  return imports.map(({ shop, options, summary, ...item }) => ({
    ...item,
    shopName: shop?.name ?? (options as ImportOptions).shopName ?? null,
    summary: summary as ImportSummary,
  }))
}

export type ImportDetail = ImportListItem & {
  kind: ImportKind
  shopId: string | null
  errorCode: string | null
  options: ImportOptions
  progress: ImportProgress
}

export async function getImport(
  db: Db,
  organizationId: string,
  id: string,
  kinds: readonly ImportKind[] = ['orders'],
): Promise<ImportDetail | null> {
  const importRow = await db.import.findFirst({
    where: { organizationId, id, kind: { in: [...kinds] } },
    select: {
      id: true,
      kind: true,
      fileName: true,
      state: true,
      createdAt: true,
      startedAt: true,
      summary: true,
      options: true,
      errorCode: true,
      shopId: true,
      done: true,
      total: true,
      shop: { select: { name: true } },
    },
  })
  if (!importRow) return null
  const { shop, startedAt, done, total, ...detail } = importRow
  const options = importRow.options as ImportOptions
  const summary = importRow.summary as ImportSummary
  return {
    ...detail,
    shopName: shop?.name ?? options.shopName ?? null,
    options,
    summary,
    progress: {
      state: importRow.state,
      done,
      total,
      secondsLeft: importRow.state === 'applying' ? secondsLeft(startedAt, done, total) : null,
      productsRunning: summary.products?.state === 'running',
      products: summary.products ?? null,
    },
  }
}

function secondsLeft(startedAt: Date | null, done: number, total: number): number | null {
  if (!startedAt || done === 0) return null
  const perOrderMs = (Date.now() - startedAt.getTime()) / done
  return Math.ceil(((total - done) * perOrderMs) / 1000)
}

/** Failed rows in the order of the sheet; `limit` orders' worth of them. */
export async function listFailedRows(
  db: Db,
  organizationId: string,
  importId: string,
  limit: number,
): Promise<StagedProblem[]> {
  const importRows = await db.importRow.findMany({
    where: { organizationId, importId, outcome: 'failed' },
    orderBy: { number: 'asc' },
    take: limit,
    select: { payload: true },
  })
  return importRows.flatMap(({ payload }) => (payload as unknown as { problems: StagedProblem[] }).problems)
}

/** Shops that an export can belong to. */
export async function listImportShops(db: Db, organizationId: string): Promise<{ id: string; name: string }[]> {
  return db.shop.findMany({
    where: { organizationId, platform: 'shopee' },
    orderBy: { name: 'asc' },
    select: { id: true, name: true },
  })
}

import 'server-only'
import { withOrganization, type Scope } from '@/lib/core/db'
import { asId } from '@/lib/core/keyset'
import { getSheet, listFailed, listPreview, listSheets, type PreviewPage, type SheetListItem } from './queries'
import type { FailedRow, ProductPreview, SalePreview, SheetRun } from './schema'

const shownFailed = 100
const shownPreview = 50

export type SheetsOverview = { sheets: SheetListItem[]; channels: string[] }

export async function getSheetsOverview(viewer: Scope): Promise<SheetsOverview> {
  const { organizationId } = viewer
  return withOrganization(viewer, async (db) => {
    const sheets = await listSheets(db, organizationId)
    const channels = await db.channel.findMany({
      where: { organizationId, archivedAt: null },
      orderBy: { name: 'asc' },
      select: { name: true },
    })
    return { sheets, channels: channels.map(({ name }) => name) }
  })
}

export type SheetPart = 'changes' | 'failed'
export type SheetView = {
  run: SheetRun
  part: SheetPart
  products: PreviewPage<ProductPreview>
  sales: PreviewPage<SalePreview>
  failed: FailedRow[]
}

const none = { rows: [], next: null }

export async function getSheetView(
  viewer: Scope,
  id: string,
  query: { tab?: unknown; after?: unknown },
): Promise<SheetView | null> {
  const { organizationId } = viewer
  const importId = asId(id)
  if (!importId) return null
  const after = Number(query.after ?? 0)
  const place = { after: Number.isSafeInteger(after) && after > 0 && after < 2 ** 31 ? after : 0, size: shownPreview }
  return withOrganization(viewer, async (db) => {
    const run = await getSheet(db, organizationId, importId)
    if (!run) return null
    const bad = run.summary.badRows ?? 0
    const part: SheetPart = bad > 0 && (query.tab === 'failed' || run.progress.total === 0) ? 'failed' : 'changes'
    const shows = run.state === 'ready' && part === 'changes'
    const isSales = run.kind === 'sales'
    return {
      run,
      part,
      products: shows && !isSales ? await listPreview<ProductPreview>(db, organizationId, importId, place) : none,
      sales: shows && isSales ? await listPreview<SalePreview>(db, organizationId, importId, place) : none,
      failed:
        bad > 0 && !shows ? (await listFailed(db, organizationId, importId, { after: 0, size: shownFailed })).rows : [],
    }
  })
}

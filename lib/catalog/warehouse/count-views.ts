import 'server-only'
import { can } from '@/lib/core/permissions'
import { localDay } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { asId, firstOf, type Page, type Query } from '@/lib/core/keyset'
import { listCountEntries, listCountLines, type CountEntry, type CountLine } from './count-lines'
import {
  getCount,
  getCountMark,
  getCountSummary,
  listCounts,
  type CountHead,
  type CountRow,
  type CountSummary,
} from './count-queries'
import { countTabs, type CountTab } from './count-schema'
import type { Viewer } from './views'

const COUNTS_SHOWN = 25
const LINES_SHOWN = 50
const ENTRIES_SHOWN = 20

export function getCountsFor(viewer: Viewer, query: Query): Promise<Page<CountRow>> {
  return withOrganization(viewer, (db) =>
    listCounts(db, viewer.organizationId, {
      after: firstOf(query.after),
      before: firstOf(query.before),
      size: COUNTS_SHOWN,
    }),
  )
}

export type CountView = {
  count: CountHead
  summary: CountSummary
  /** The mark that booking compares with the session: nothing was counted since it was seen. */
  mark: string
  tab: CountTab
  q: string
  page: Page<CountLine>
  entries: CountEntry[]
  seesMoney: boolean
}

export async function getCountFor(viewer: Viewer, id: unknown, query: Query): Promise<CountView | null> {
  const { organizationId, role, timeZone } = viewer
  const countId = asId(id)
  if (!countId) return null
  const seesMoney = can(role, 'money.read')
  const today = localDay(new Date(), timeZone)
  const tab = countTabs.find((known) => known === firstOf(query.tab)) ?? 'all'
  const q = (firstOf(query.q) ?? '').replaceAll('\0', '').trim().slice(0, 200)
  return withOrganization(viewer, async (db) => {
    const count = await getCount(db, organizationId, countId)
    if (!count) return null
    // The mark first: what is counted meanwhile makes it old.
    const mark = await getCountMark(db, organizationId, countId)
    const lines = { tab, q, after: firstOf(query.after), before: firstOf(query.before), size: LINES_SHOWN }
    const page = await listCountLines(db, organizationId, countId, { ...lines, today, seesMoney })
    const summary = await getCountSummary(db, organizationId, count, { today, seesMoney })
    const entries = count.state === 'open' ? await listCountEntries(db, organizationId, countId, ENTRIES_SHOWN) : []
    return { count, summary, mark, tab, q, page, entries, seesMoney }
  })
}

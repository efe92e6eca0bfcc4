import 'server-only'
import { analyticsPath, type AnalyticsTab } from '@/lib/sales/sales-figures/analysis-filters'
import { getAnalyticsFor, type AnalyticsSections } from '@/lib/insight/analytics/views'
import type { DayRange } from '@/lib/core/dates'
import { UserError } from '@/lib/core/errors'
import type { ToolViewer } from './contract'
import { addressOf } from './figure'

type SectionInput = DayRange & { shop: string | null } & Record<string, string | null>

/** One section of the analytics over these days, all of its rows, and its address. The page shows roles without totals another: here it is refused. */
export async function readSection<Tab extends AnalyticsTab>(
  viewer: ToolViewer,
  tab: Tab,
  { from, to, ...rest }: SectionInput,
) {
  const requested = { tab, period: 'custom', from, to, ...rest }
  const query = Object.fromEntries(
    Object.entries(requested).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  )
  const { section, ...view } = await getAnalyticsFor(viewer, query, { isWhole: true })
  if (section.tab !== tab) throw new UserError('permissionDenied')
  return { section: section as AnalyticsSections[Tab], view, href: addressOf(analyticsPath, query) }
}

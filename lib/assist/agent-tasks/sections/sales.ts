import 'server-only'
import { getAnalyticsFor } from '@/lib/insight/analytics/views'
import { analyticsHref } from '@/lib/sales/sales-figures/analysis-filters'
import { callTool } from '../../tools/call'
import type { ToolViewer } from '../../tools/contract'
import { findTool } from '../../tools/registry'
import { translatorOf } from '@/lib/core/i18n/translator'
import type { SectionName } from '../schema'
import type { Section, SectionScope, SectionSource } from './contract'

const PRODUCTS = 50

const queryOf = ({ range, shopId }: SectionScope) => ({ ...range, ...(shopId && { shop: shopId }) })

/** The sales of the days, and those of the days before. */
export const sales: SectionSource = {
  name: 'sales',
  rights: ['sales.read'],
  read: async (viewer, scope) => {
    const answer = await callTool(findTool('sales_summary'), viewer, queryOf(scope))
    const t = translatorOf(viewer.language)
    const rows = answer.figures.map(({ name, unit, value, href }, at) => ({
      cells: [t(`tools.figures.${name}`), value, answer.compared?.figures[at]?.value ?? null],
      href,
      unit,
    }))
    return {
      name: 'sales',
      columns: [
        { name: 'figure', unit: 'text' },
        { name: 'period', unit: 'ofRow' },
        { name: 'before', unit: 'ofRow' },
      ],
      rows,
      total: rows.length,
      href: answer.href,
    }
  },
}

/** By what is left of what they sold. */
async function readProducts(
  viewer: ToolViewer,
  { range, shopId }: SectionScope,
  name: Extract<SectionName, 'bestProducts' | 'worstProducts'>,
): Promise<Section> {
  const sort = name === 'bestProducts' ? 'best' : 'worst'
  const query = { tab: 'profit', by: 'product', sort, period: 'custom', ...range, ...(shopId && { shop: shopId }) }
  const { section, filters } = await getAnalyticsFor(viewer, query)
  if (section.tab !== 'profit') throw new Error('The profit by product was not answered.')
  return {
    name,
    columns: [
      { name: 'product', unit: 'text' },
      { name: 'detail', unit: 'text' },
      { name: 'units', unit: 'count' },
      { name: 'revenue', unit: 'cents' },
      { name: 'previousRevenue', unit: 'cents' },
      { name: 'fees', unit: 'cents' },
      { name: 'cost', unit: 'cents' },
      { name: 'margin', unit: 'cents' },
    ],
    rows: section.rows.slice(0, PRODUCTS).map((row) => ({
      cells: [
        row.name,
        row.detail,
        String(row.units),
        String(row.revenueCents),
        row.previousCents === null ? null : String(row.previousCents),
        String(row.takenCents),
        row.coveredCents > 0n ? String(row.costCents) : null,
        row.marginCents === null ? null : String(row.marginCents),
      ],
      href: row.href,
    })),
    total: section.items,
    href: analyticsHref(filters),
  }
}

const products = (name: 'bestProducts' | 'worstProducts'): SectionSource => ({
  name,
  rights: ['sales.read', 'money.read'],
  read: (viewer, scope) => readProducts(viewer, scope, name),
})
export const bestProducts = products('bestProducts')
export const worstProducts = products('worstProducts')

import 'server-only'
import { getScenario, listSimulated, sumSimulated, type SimulatedRow } from '@/lib/money/fees/simulation'
import { readSimulationFilters, simulatorHref, type SimulationFilters } from '@/lib/money/fees/simulation-filters'
import type { RateMillionths } from '@/lib/core/rounding'
import { defineList } from '@/lib/core/exports/list-kind'
import type { Titles, Translate } from '@/lib/core/exports/column-titles'

const titleOf = (t: Translate, key: keyof Titles['simulation']) => t(`exports.columns.simulation.${key}`)
const share = (margin: RateMillionths | null) => (margin === null ? null : Number(margin) / 1_000_000)

export const simulation = defineList<SimulationFilters, SimulatedRow>({
  permission: 'money.read',
  filtersOf: (query) => readSimulationFilters({ ...query, after: undefined, before: undefined }),
  addressOf: (filters) => simulatorHref(filters),
  count: async (db, filters, { organizationId, today }) => {
    const scenario = await getScenario(db, organizationId, filters, today)
    if (!scenario) return 0n
    const sums = await sumSimulated(db, organizationId, scenario, filters, today)
    return sums[filters.show ?? 'listings']
  },
  list: async (db, filters, { organizationId, today }, after, size) => {
    const scenario = await getScenario(db, organizationId, filters, today)
    return scenario
      ? listSimulated(db, organizationId, scenario, { ...filters, after }, { today, size })
      : { rows: [], next: null }
  },
  columns: ({ t }) => [
    { title: titleOf(t, 'sku'), type: 'text', width: 18, value: (row) => row.sku },
    { title: titleOf(t, 'title'), type: 'text', width: 44, value: (row) => row.title },
    { title: titleOf(t, 'variation'), type: 'text', width: 20, value: (row) => row.variation },
    { title: titleOf(t, 'price'), type: 'money', width: 12, value: (row) => row.priceCents },
    { title: titleOf(t, 'cost'), type: 'money', width: 12, value: (row) => row.costCents },
    { title: titleOf(t, 'change'), type: 'money', width: 12, value: (row) => row.changeCents },
    { title: titleOf(t, 'before'), type: 'money', width: 12, value: (row) => row.beforeCents },
    { title: titleOf(t, 'after'), type: 'money', width: 12, value: (row) => row.afterCents },
    { title: titleOf(t, 'beforeMargin'), type: 'ratio', width: 12, value: (row) => share(row.beforeMargin) },
    { title: titleOf(t, 'afterMargin'), type: 'ratio', width: 12, value: (row) => share(row.afterMargin) },
    { title: titleOf(t, 'restore'), type: 'money', width: 14, value: (row) => row.restoringCents },
    { title: titleOf(t, 'units'), type: 'number', width: 12, value: (row) => Number(row.units) },
  ],
})

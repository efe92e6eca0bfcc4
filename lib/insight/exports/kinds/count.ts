import 'server-only'
import { asId } from '@/lib/core/keyset'
import { listCountLines, sumCountLines, type CountLine } from '@/lib/catalog/warehouse/count-lines'
import { countsPath, countTabs, type CountTab } from '@/lib/catalog/warehouse/count-schema'
import { defineList } from '@/lib/core/exports/list-kind'
import { numberOf, seesMoney, shownIf, type Titles, type Translate } from '@/lib/core/exports/column-titles'

const titleOf = (t: Translate, key: keyof Titles['count']) => t(`exports.columns.count.${key}`)
const maxSearchChars = 200

/** One counting session; its address says which. */
type CountFilters = { countId: string | null; tab: CountTab; q: string }

export const count = defineList<CountFilters, CountLine>({
  permission: 'stock.adjust',
  filtersOf: ({ count: id, tab, q }) => ({
    countId: asId(id ?? null),
    tab: countTabs.find((known) => known === tab) ?? 'all',
    q: (q ?? '').replaceAll('\0', '').trim().slice(0, maxSearchChars),
  }),
  addressOf: ({ countId, tab, q }) =>
    `${countsPath}?${new URLSearchParams({ ...(countId && { count: countId }), tab, ...(q && { q }) }).toString()}`,
  count: async (db, { countId, ...query }, { organizationId }) =>
    countId ? sumCountLines(db, organizationId, countId, query) : 0n,
  list: async (db, { countId, ...query }, context, after, size) => {
    if (!countId) return { rows: [], next: null }
    const { organizationId, today } = context
    const page = { ...query, after, before: null, size, today, seesMoney: seesMoney(context) }
    return listCountLines(db, organizationId, countId, page)
  },
  columns: (context) => {
    const { t } = context
    return [
      { title: titleOf(t, 'shelf'), type: 'text', width: 14, value: (row) => row.shelfAddress },
      { title: titleOf(t, 'sku'), type: 'text', width: 18, value: (row) => row.sku },
      { title: titleOf(t, 'title'), type: 'text', width: 44, value: (row) => row.title },
      { title: titleOf(t, 'expected'), type: 'number', width: 12, value: (row) => numberOf(row.expected) },
      { title: titleOf(t, 'counted'), type: 'number', width: 12, value: (row) => numberOf(row.units) },
      { title: titleOf(t, 'difference'), type: 'number', width: 12, value: (row) => numberOf(row.difference) },
      ...shownIf(seesMoney(context), [
        {
          title: titleOf(t, 'value'),
          type: 'money' as const,
          width: 14,
          value: (row: CountLine) => row.valueCents ?? null,
        },
      ]),
      { title: titleOf(t, 'countedAt'), type: 'instant', width: 17, value: (row) => row.countedAt },
      {
        title: titleOf(t, 'people'),
        type: 'text',
        width: 32,
        value: ({ people }) => people.map(({ person, units }) => `${person}: ${units}`).join('; '),
      },
      {
        title: titleOf(t, 'moved'),
        type: 'text',
        width: 12,
        value: ({ moved }) => t(moved ? 'exports.yes' : 'exports.no'),
      },
    ]
  },
})

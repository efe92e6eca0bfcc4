import 'server-only'
import { worthOf } from '@/lib/catalog/costs/cost'
import { readProductFilters } from '@/lib/catalog/products/filters'
import { countProducts, listProducts, type ProductRow } from '@/lib/catalog/products/queries'
import { listElsewhere, nowhereElse, type Elsewhere } from '@/lib/catalog/warehouse/levels'
import { levelsHref } from '@/lib/catalog/warehouse/level-filters'
import { defineList } from '@/lib/core/exports/list-kind'
import { seesMoney, shownIf, type Titles, type Translate } from '@/lib/core/exports/column-titles'

const levelTitle = (t: Translate, key: keyof Titles['levels']) => t(`exports.columns.levels.${key}`)

type LevelRow = ProductRow & Elsewhere

const ofFull = ({ full }: LevelRow) => {
  const fullUnits = full.flatMap(({ units }) => units ?? [])
  return fullUnits.length > 0 ? fullUnits.reduce((sum, units) => sum + units, 0) : null
}
const costOf = ({ cost }: LevelRow) => (cost ? Number(cost) : null)

export const levels = defineList<ReturnType<typeof readProductFilters>, LevelRow>({
  permission: 'sales.read',
  filtersOf: (query, context) =>
    readProductFilters({ ...query, after: undefined, before: undefined }, seesMoney(context)),
  addressOf: (filters) => levelsHref(filters),
  count: async (db, filters, { organizationId, today }) =>
    (await countProducts(db, organizationId, filters, today)).matching,
  list: async (db, filters, context, after, size) => {
    const { organizationId, today } = context
    const options = { today, seesMoney: seesMoney(context), size }
    const { rows, next } = await listProducts(db, organizationId, { ...filters, after }, options)
    const elsewhere = await listElsewhere(
      db,
      organizationId,
      rows.map(({ id }) => id),
    )
    return { rows: rows.map((row) => ({ ...row, ...(elsewhere.get(row.id) ?? nowhereElse) })), next }
  },
  columns: (context) => {
    const { t } = context
    const title = (key: Parameters<typeof levelTitle>[1]) => levelTitle(t, key)
    const ownOf = (units: bigint, { isKit }: LevelRow) => (isKit ? null : Number(units))
    return [
      { title: title('sku'), type: 'text', width: 18, value: (row) => row.sku },
      { title: title('title'), type: 'text', width: 44, value: (row) => row.title },
      { title: title('kit'), type: 'text', width: 8, value: ({ isKit }) => (isKit ? t('exports.values.yes') : null) },
      { title: title('onHand'), type: 'number', width: 11, value: (row) => ownOf(row.onHand, row) },
      { title: title('reserved'), type: 'number', width: 11, value: (row) => ownOf(row.reserved, row) },
      { title: title('available'), type: 'number', width: 11, value: (row) => Number(row.available) },
      { title: title('lowStockAt'), type: 'number', width: 11, value: (row) => row.lowStockAt },
      { title: title('transit'), type: 'number', width: 11, value: (row) => row.transit },
      { title: title('damaged'), type: 'number', width: 11, value: (row) => row.damaged },
      { title: title('full'), type: 'number', width: 14, value: ofFull },
      ...shownIf(seesMoney(context), [
        { title: title('cost'), type: 'number' as const, width: 12, value: costOf },
        {
          title: title('value'),
          type: 'money' as const,
          width: 14,
          value: (row: LevelRow) => {
            if (!row.cost || row.isKit) return null
            return worthOf(row.onHand > 0n ? row.onHand : 0n, row.cost)
          },
        },
      ]),
    ]
  },
})

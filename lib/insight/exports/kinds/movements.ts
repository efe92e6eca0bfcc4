import 'server-only'
import { movementSources, movementsHref, readMovementFilters } from '@/lib/catalog/stock/filters'
import { countMovements, listMovements, type Movement } from '@/lib/catalog/stock/queries'
import { defineList } from '@/lib/core/exports/list-kind'
import type { Titles, Translate } from '@/lib/core/exports/column-titles'

const movementTitle = (t: Translate, key: keyof Titles['movements']) => t(`exports.columns.movements.${key}`)

const placeOf = (t: Translate, { locationKind, shopName }: Movement) =>
  locationKind === 'full' ? t('stock.places.fullOf', { shop: shopName ?? '' }) : t(`stock.places.${locationKind}`)
const sourceOf = (t: Translate, { sourceKind }: Movement) => {
  const known = movementSources.find((source) => source === sourceKind)
  return known ? t(`stock.sources.${known}`) : sourceKind
}

export const movements = defineList<ReturnType<typeof readMovementFilters>, Movement>({
  permission: 'sales.read',
  filtersOf: (query, { today }) => readMovementFilters({ ...query, after: undefined, before: undefined }, today),
  addressOf: (filters) => movementsHref(filters),
  // The policies of orders decide an accountant's visibility: rows of others' orders are left out of every read.
  count: (db, filters, { organizationId, timeZone }) =>
    countMovements(db, organizationId, filters, { timeZone, ownOrdersOnly: true }),
  list: (db, filters, { organizationId, timeZone }, after, size) =>
    listMovements(db, organizationId, { ...filters, after }, { timeZone, size, ownOrdersOnly: true }),
  columns: ({ t }) => {
    const title = (key: Parameters<typeof movementTitle>[1]) => movementTitle(t, key)
    return [
      { title: title('when'), type: 'instant', width: 17, value: (row) => row.occurredAt },
      { title: title('sku'), type: 'text', width: 18, value: (row) => row.sku },
      { title: title('title'), type: 'text', width: 40, value: (row) => row.title },
      { title: title('place'), type: 'text', width: 18, value: (row) => placeOf(t, row) },
      { title: title('kind'), type: 'text', width: 16, value: (row) => t(`stock.kinds.${row.kind}`) },
      { title: title('onHand'), type: 'number', width: 11, value: (row) => Number(row.onHandDelta) },
      { title: title('reserved'), type: 'number', width: 11, value: (row) => Number(row.reservedDelta) },
      { title: title('onHandAfter'), type: 'number', width: 12, value: (row) => Number(row.onHandAfter) },
      { title: title('reservedAfter'), type: 'number', width: 12, value: (row) => Number(row.reservedAfter) },
      {
        title: title('availableAfter'),
        type: 'number',
        width: 12,
        value: (row) => Number(row.onHandAfter - row.reservedAfter),
      },
      { title: title('source'), type: 'text', width: 18, value: (row) => sourceOf(t, row) },
      { title: title('sourceName'), type: 'text', width: 20, value: (row) => row.sourceName },
      { title: title('reason'), type: 'text', width: 30, value: (row) => row.reason },
      { title: title('person'), type: 'text', width: 20, value: (row) => row.person },
    ]
  },
})

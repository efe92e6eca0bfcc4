import 'server-only'
import { marginOf } from '@/lib/catalog/costs/cost'
import { productsHref, readProductFilters } from '@/lib/catalog/products/filters'
import { countProducts, listProducts, type ProductRow } from '@/lib/catalog/products/queries'
import { defineList } from '@/lib/core/exports/list-kind'
import { getProductDetails, type ProductDetails } from '../row-details'
import { numberOf, seesMoney, shownIf, type Titles, type Translate } from '@/lib/core/exports/column-titles'

const productTitle = (t: Translate, key: keyof Titles['products']) => t(`exports.columns.products.${key}`)

export const products = defineList<ReturnType<typeof readProductFilters>, ProductRow & ProductDetails>({
  permission: 'sales.read',
  filtersOf: (query, context) =>
    readProductFilters({ ...query, after: undefined, before: undefined }, seesMoney(context)),
  addressOf: (filters) => productsHref(filters),
  count: async (db, filters, { organizationId, today }) =>
    (await countProducts(db, organizationId, filters, today)).matching,
  list: async (db, filters, context, after, size) => {
    const { organizationId, today } = context
    const options = { today, seesMoney: seesMoney(context), size }
    const { rows, next } = await listProducts(db, organizationId, { ...filters, after }, options)
    const details = await getProductDetails(
      db,
      context,
      rows.map(({ id }) => id),
    )
    return { rows: rows.map((row) => ({ ...row, ...details.get(row.id)! })), next }
  },
  columns: (context) => {
    const { t } = context
    const title = (key: Parameters<typeof productTitle>[1]) => productTitle(t, key)
    return [
      { title: title('sku'), type: 'text', width: 18, value: (row) => row.sku },
      { title: title('title'), type: 'text', width: 44, value: (row) => row.title },
      { title: title('barcodes'), type: 'text', width: 18, value: (row) => row.barcodes.join(', ') },
      { title: title('price'), type: 'money', width: 12, value: (row) => row.priceCents },
      ...shownIf(seesMoney(context), [
        {
          title: title('cost'),
          type: 'number' as const,
          width: 12,
          value: ({ cost }: ProductRow) => (cost ? Number(cost) : null),
        },
        {
          title: title('costSince'),
          type: 'day' as const,
          width: 12,
          value: (row: ProductDetails) => row.costSince,
        },
        {
          title: title('margin'),
          type: 'ratio' as const,
          width: 10,
          value: ({ priceCents, cost }: ProductRow) => marginOf(priceCents, cost ?? null),
        },
      ]),
      { title: title('available'), type: 'number', width: 11, value: (row) => numberOf(row.available) },
      { title: title('onHand'), type: 'number', width: 11, value: (row) => numberOf(row.onHand) },
      { title: title('reserved'), type: 'number', width: 11, value: (row) => numberOf(row.reserved) },
      { title: title('minimumStock'), type: 'number', width: 11, value: (row) => row.minimumStock },
      { title: title('shelfAddress'), type: 'text', width: 16, value: (row) => row.shelfAddress },
      { title: title('weight'), type: 'number', width: 10, value: (row) => row.weightGrams },
    ]
  },
})

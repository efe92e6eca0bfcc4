import 'server-only'
import type { Db } from '@/lib/core/db'
import { pricesHref, readPriceFilters, type PriceFilters } from '@/lib/money/fees/price-filters'
import { listShopPricing } from '@/lib/money/fees/shop-pricing'
import { listZonePrices, listZoneRows, sumZoneRows, type ZoneRow } from '@/lib/money/fees/zone-queries'
import { defineList, type ExportContext } from '@/lib/core/exports/list-kind'
import type { Titles, Translate } from '@/lib/core/exports/column-titles'

const titleOf = (t: Translate, key: keyof Titles['deadZones']) => t(`exports.columns.deadZones.${key}`)

const pricesOf = async (db: Db, { organizationId, today }: ExportContext) =>
  listZonePrices(db, organizationId, await listShopPricing(db, organizationId, today))

export const deadZones = defineList<PriceFilters, ZoneRow>({
  permission: 'money.read',
  filtersOf: (query) => readPriceFilters({ ...query, after: undefined, before: undefined }),
  addressOf: (filters) => pricesHref(filters),
  count: async (db, filters, context) =>
    (await sumZoneRows(db, context.organizationId, await pricesOf(db, context), filters, context.today)).listings,
  list: async (db, filters, context, after, size) =>
    listZoneRows(
      db,
      context.organizationId,
      await pricesOf(db, context),
      { ...filters, after },
      { today: context.today, size },
    ),
  columns: ({ t }) => [
    { title: titleOf(t, 'sku'), type: 'text', width: 18, value: (row) => row.sku },
    { title: titleOf(t, 'title'), type: 'text', width: 44, value: (row) => row.title },
    { title: titleOf(t, 'variation'), type: 'text', width: 20, value: (row) => row.variation },
    { title: titleOf(t, 'price'), type: 'money', width: 12, value: (row) => row.priceCents },
    { title: titleOf(t, 'pays'), type: 'money', width: 12, value: ({ better }) => better.paysCents },
    { title: titleOf(t, 'lower'), type: 'money', width: 12, value: ({ better }) => better.below.priceCents },
    { title: titleOf(t, 'lowerPays'), type: 'money', width: 12, value: ({ better }) => better.below.paysCents },
    { title: titleOf(t, 'raise'), type: 'money', width: 12, value: ({ better }) => better.above?.priceCents ?? null },
    {
      title: titleOf(t, 'raisePays'),
      type: 'money',
      width: 12,
      value: ({ better }) => better.above?.paysCents ?? null,
    },
    { title: titleOf(t, 'loss'), type: 'money', width: 12, value: ({ better }) => better.lossCents },
    { title: titleOf(t, 'units'), type: 'number', width: 12, value: (row) => Number(row.units) },
    {
      title: titleOf(t, 'monthLoss'),
      type: 'money',
      width: 14,
      value: ({ better, units }) => better.lossCents * units,
    },
  ],
})

import 'server-only'
import { pricesHref } from '@/lib/money/fees/price-filters'
import { getPricesFor } from '@/lib/money/fees/price-views'
import { simulatorHref } from '@/lib/money/fees/simulation-filters'
import { getSimulationFor } from '@/lib/money/fees/simulation-views'
import { suggestionHref } from '@/lib/catalog/purchases/filters'
import { getSuggestionFor } from '@/lib/catalog/purchases/views'
import type { SectionSource } from './contract'

const MOST_ROWS = 1000

const ofShop = (shopId: string | null) => (shopId ? { shop: shopId } : {})
const text = (value: bigint | number | null | undefined) =>
  value === null || value === undefined ? null : String(value)
const nameOf = ({ title, variation }: { title: string; variation: string | null }) =>
  [title, variation].filter(Boolean).join(' · ')
const productHref = (id: string | null) => (id ? `/dashboard/products/${id}` : null)

/** Prices of today that pay less than a lower one would. */
export const deadZones: SectionSource = {
  name: 'deadZones',
  rights: ['money.read'],
  read: async (viewer, { shopId }) => {
    const { page, sums, filters, shops } = await getPricesFor(viewer, ofShop(shopId), new Date(), MOST_ROWS)
    return {
      name: 'deadZones',
      columns: [
        { name: 'product', unit: 'text' },
        { name: 'shop', unit: 'text' },
        { name: 'sku', unit: 'text' },
        { name: 'price', unit: 'cents' },
        { name: 'pays', unit: 'cents' },
        { name: 'lowerPrice', unit: 'cents' },
        { name: 'lowerPays', unit: 'cents' },
        { name: 'higherPrice', unit: 'cents' },
        { name: 'units30', unit: 'count' },
        { name: 'lost30', unit: 'cents' },
      ],
      rows: page.rows.map(({ better, ...row }) => ({
        cells: [
          nameOf(row),
          shops.find(({ id }) => id === row.shopId)?.name ?? null,
          row.sku,
          text(row.priceCents),
          text(better.paysCents),
          text(better.below.priceCents),
          text(better.below.paysCents),
          text(better.above?.priceCents),
          text(row.units),
          text(better.lossCents * row.units),
        ],
        href: productHref(row.productId),
      })),
      total: Number(sums.listings),
      href: pricesHref(filters),
    }
  },
}

/** The margin of one unit at today's price, by the rule in force. */
export const margins: SectionSource = {
  name: 'margins',
  rights: ['money.read'],
  read: async (viewer, { shopId }) => {
    const { page, sums, filters } = await getSimulationFor(viewer, ofShop(shopId), new Date(), MOST_ROWS)
    return {
      name: 'margins',
      columns: [
        { name: 'product', unit: 'text' },
        { name: 'sku', unit: 'text' },
        { name: 'price', unit: 'cents' },
        { name: 'cost', unit: 'cents' },
        { name: 'left', unit: 'cents' },
        { name: 'leftShare', unit: 'share' },
        { name: 'units30', unit: 'count' },
      ],
      rows: page.rows.map((row) => ({
        cells: [
          nameOf(row),
          row.sku,
          text(row.priceCents),
          text(row.costCents),
          text(row.beforeCents),
          row.beforeMargin === null ? null : String(Number(row.beforeMargin) / 1_000_000),
          text(row.units),
        ],
        href: productHref(row.productId),
      })),
      total: Number(sums.listings),
      href: simulatorHref(filters),
    }
  },
}

/** The days that each product lasts, and the quantity to buy. For all shops: stock is the company's. */
export const cover: SectionSource = {
  name: 'cover',
  rights: ['sheet.import', 'money.read'],
  read: async (viewer) => {
    const { page, counts, filters } = await getSuggestionFor(viewer, { show: 'all' }, { size: MOST_ROWS })
    return {
      name: 'cover',
      columns: [
        { name: 'product', unit: 'text' },
        { name: 'sku', unit: 'text' },
        { name: 'sold', unit: 'count' },
        { name: 'soldDays', unit: 'days' },
        { name: 'available', unit: 'count' },
        { name: 'onOrder', unit: 'count' },
        { name: 'daysLeft', unit: 'days' },
        { name: 'leadDays', unit: 'days' },
        { name: 'suggested', unit: 'count' },
        { name: 'supplier', unit: 'text' },
      ],
      rows: page.rows.map((row) => ({
        cells: [
          row.title,
          row.sku,
          text(row.sold),
          text(row.days),
          text(row.available),
          text(row.onOrder),
          text(row.daysLeft),
          text(row.leadDays),
          text(row.suggested),
          row.supplierName,
        ],
        href: productHref(row.id),
      })),
      total: counts.products,
      href: suggestionHref(filters),
    }
  },
}

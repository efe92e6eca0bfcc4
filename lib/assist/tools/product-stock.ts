import 'server-only'
import { z } from 'zod'
import { analyticsPath } from '@/lib/sales/sales-figures/analysis-filters'
import { readCoverOf } from '@/lib/insight/analytics/views'
import { addDays, localDay } from '@/lib/core/dates'
import { UserError } from '@/lib/core/errors'
import { readProductFilters } from '@/lib/catalog/products/filters'
import { getProductFor } from '@/lib/catalog/products/views'
import { getLevelsFor, getStockTotalsFor } from '@/lib/catalog/warehouse/views'
import { tool, type MadeAnswer, type ToolTable, type ToolViewer } from './contract'
import { addressOf, asText, cents, columnsOf, count, days, limitInput } from './figure'
import { findProduct, productInput } from './product-input'

const path = '/dashboard/minha-empresa/produtos'
const PACE_DAYS = 30

export const productStock = tool({
  name: 'product_stock',
  description:
    'Units on hand, reserved and available, and for how many days they last at the pace of the last 30 days, of one product by name or SKU; without one, of all products.',
  permission: 'sales.read',
  schema: z.object({ ...productInput, ...limitInput(20) }),
  run: async (viewer, { product: named, limit }) => {
    const product = await findProduct(viewer, named)
    return product ? answerOne(viewer, product.id) : answerAll(viewer, limit)
  },
})

async function answerOne(viewer: ToolViewer, id: string): Promise<MadeAnswer> {
  const result = await getProductFor(viewer, id)
  if (!result) throw new UserError('notFound')
  const { product, kit } = result
  const to = localDay(new Date(), viewer.timeZone)
  const from = addDays(to, 1 - PACE_DAYS)
  const cover = kit ? null : await readCoverOf(viewer, id, { from, to })
  const coverHref = addressOf(analyticsPath, { tab: 'cover', period: 'custom', from, to })
  const { onHand, reserved } = product
  const href = `/dashboard/products/${id}`
  return {
    asked: { period: null, shop: null, product: product.title },
    figures: [
      count('available', kit ? kit.available : onHand - reserved, href),
      ...(kit ? [] : [count('onHand', onHand, href), count('reserved', reserved, href)]),
      count('minimum', result.lowStockAt, href),
      ...(kit ? [] : [days('daysOfStock', cover?.days ?? null, coverHref)]),
    ],
    table: kit && {
      columns: columnsOf({ product: 'text', sku: 'text', units: 'count' }),
      rows: kit.parts.map((part) => ({
        cells: [part.title, part.sku, String(part.quantity)],
        href: `/dashboard/products/${part.productId}`,
      })),
      total: kit.parts.length,
    },
    notes: kit ? [{ name: 'kitStock', values: {} }] : [],
    href,
  }
}

async function answerAll(viewer: ToolViewer, limit: number): Promise<MadeAnswer> {
  const { page, rights } = await getLevelsFor(viewer, {}, limit)
  const totals = await getStockTotalsFor(viewer, readProductFilters({}, rights.money))
  const table: ToolTable = {
    columns: columnsOf({ product: 'text', sku: 'text', onHand: 'count', reserved: 'count', available: 'count' }),
    rows: page.rows.map(({ id, title, sku, onHand, reserved, available }) => ({
      cells: [title, sku, String(onHand), String(reserved), String(available)],
      href: `/dashboard/products/${id}`,
    })),
    total: Number(totals.products),
  }
  const without = totals.productsWithoutCost ?? 0n
  return {
    asked: { period: null, shop: null, product: null },
    figures: [
      count('products', totals.products, path),
      count('onHand', totals.onHand, path),
      count('reserved', totals.reserved, path),
      // Where nothing that is there has a cost its value is not known.
      ...(totals.valueCents === undefined
        ? []
        : [cents('stockValue', totals.valueCents === 0n && without > 0n ? null : totals.valueCents, path)]),
    ],
    table,
    notes: without > 0n ? [{ name: 'withoutCost', values: { count: asText(without)! } }] : [],
    href: path,
  }
}

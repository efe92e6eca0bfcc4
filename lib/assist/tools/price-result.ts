import 'server-only'
import { z } from 'zod'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { getUnitCosts } from '@/lib/money/fees/calculator-start'
import { priceLineKeys, priceLines } from '@/lib/money/fees/price-terms'
import { getCalculatorFor } from '@/lib/money/fees/views'
import { formatMoney } from '@/lib/core/money'
import { getProductFor } from '@/lib/catalog/products/views'
import { tool, type MadeAnswer, type ToolViewer } from './contract'
import { asText, columnsOf } from './figure'
import { findShop, shopInput } from './sales-channel-input'
import { findProduct, productInput } from './product-input'

const href = '/dashboard/shopee/calculadora'

export const priceResult = tool({
  name: 'price_result',
  description:
    'What one unit brings at a price, line by line, by the fee rule and the terms of today of a shop: fees, payout and tax, and of a product its packaging, cost and profit. Without a price that of the product, else of what the shop sold most. What is taken is negative; null is not known.',
  permission: 'money.read',
  schema: z.object({
    price: z
      .string()
      .regex(/^[1-9]\d{0,11}$/)
      .optional()
      .describe('Price of one unit in whole cents'),
    ...shopInput,
    ...productInput,
  }),
  run: async (viewer, input): Promise<MadeAnswer> => {
    const named = await findShop(viewer, input.shop)
    const { shops, today } = await getCalculatorFor({ ...viewer, legalEntityIds: viewer.legalEntityIds ?? null })
    const shop = named ? shops.find(({ id }) => id === named.id) : shops[0]
    const product = await findProduct(viewer, input.product)
    const sold = product ? await startOf(viewer, product.id, today) : input.price ? null : (shop?.start ?? null)
    const priceCents = input.price ? BigInt(input.price) : (sold?.priceCents ?? null)
    const criteria = { period: null, shop: shop?.name ?? null, product: sold?.title ?? null }
    if (!shop?.rule || !priceCents) {
      const name = shop?.rule ? 'noPrice' : 'noFeeRule'
      return { asked: criteria, figures: [], compared: null, table: null, notes: [{ name, values: {} }], href }
    }
    const { rule, terms, taxRate } = shop
    const costs = { costCents: sold?.costCents ?? null, packagingCents: sold?.packagingCents ?? 0n }
    const lines = priceLines(priceCents, { rule, terms, taxRate, ...costs, adsRate: 0n, affiliateRate: 0n })
    // Zero lines of this shop are left out; unknown ones are shown.
    const shown = priceLineKeys.filter((key) => lines[key] !== 0n || key === 'payout')
    const price = formatMoney(priceCents, viewer.language)
    return {
      asked: criteria,
      figures: [],
      table: {
        columns: columnsOf({ line: { words: 'fees.lines' }, amount: 'cents' }),
        rows: shown.map((key) => ({ cells: [key, asText(lines[key])], href })),
        total: shown.length,
      },
      notes: [
        { name: shop.isConfirmed ? 'pricedBy' : 'pricedByUnconfirmed', values: { price, rule: rule.name } },
        ...(lines.profit === null ? [{ name: 'priceProfitUnknown' as const, values: {} }] : []),
      ],
      href,
    }
  },
})

async function startOf(viewer: ToolViewer, id: string, today: string) {
  const product = await getProductFor(viewer, id)
  const { organizationId } = viewer
  const costs = product && (await withOrganization(viewer, (db) => getUnitCosts(db, organizationId, id, today)))
  if (!costs) throw new UserError('notFound')
  return { title: product.product.title, priceCents: product.product.priceCents, ...costs }
}

import type { HeadingSource } from '@/lib/core/sheets/heading-names'
import {
  adjustmentColumns,
  adsColumns,
  advanceColumns,
  affiliateColumns,
  freightColumns,
  incomeColumns,
  listingColumns,
  listingStatColumns,
  returnColumns,
  serviceFeeColumns,
  statColumns,
  walletColumns,
  orderCodes,
  type SheetPart,
} from './columns'
import type { RefusalCode } from '@/lib/core/sheets/refusal'
import type { MoneyFileType } from './schema'

const adjustmentSigns = [
  ...adjustmentColumns.on.slice(0, 5),
  ...adjustmentColumns.reason.slice(1, 4),
  ...adjustmentColumns.about.slice(0, 4),
  ...adjustmentColumns.amount.slice(2, 4),
]
const adjustmentWords = {
  code: /(pedido|order).*(relacionad|related)|^(id|n[uo]\w*|no) (do )?(pedido|order)/,
  amount: /^(valor|quantia|montante|amount)\b|(adjustment|ajuste).*(amount|valor)/,
  on: /^(data|date)\b.*(ajuste|adjust|conclus|complet)|adjust\w* date/,
  reason: /motivo|reason|cenario|scenario/,
  about: /descri|tipo|type/,
}
const freightWords = {
  expected: /(frete|shipping).*(esperad|expected|estimad)|(expected|estimated).*shipping/,
  charged: /(frete|shipping).*(real|cobrad|charged|actual)|actual.*shipping/,
  reason: /motivo|reason/,
}
const serviceFeeWords = { perItemBefore: /^taxa de r\$ ?\d+(?:[.,]\d+)? por item/ }
const affiliateWords = {
  commission: /comissao.*(afiliad|marca)|commission.*affiliate/,
  service: /taxa de servico.*afiliad|affiliate.*service fee/,
}

type Names = Readonly<Record<string, readonly string[]>>
const source = (name: SheetPart, columns: Names, needs: string[], signs: readonly string[]) =>
  ({ name, columns, needs, signs }) satisfies HeadingSource<SheetPart, string>

/** By which headings each is known; a sheet of orders is known to be told that it belongs elsewhere. */
export const moneySources = [
  source('income', incomeColumns, ['code', 'total'], incomeColumns.total),
  {
    ...source('adjustment', adjustmentColumns, ['amount', 'on'], adjustmentSigns),
    likely: adjustmentWords,
    sheet: /ajuste|adjust/,
  },
  {
    ...source('freight', freightColumns, ['code', 'charged'], freightColumns.expected),
    likely: freightWords,
    sheet: /frete|freight|shipping fee/,
  },
  {
    ...source('serviceFees', serviceFeeColumns, ['code'], [...serviceFeeColumns.perItem, serviceFeeColumns.extra[0]]),
    likely: serviceFeeWords,
    sheet: /service fee|taxas? de servico/,
  },
  source('wallet', walletColumns, ['at', 'type', 'amount'], [...walletColumns.type]),
  source('returns', returnColumns, ['number', 'code', 'amount'], [...returnColumns.number]),
  source('advances', advanceColumns, ['at', 'number', 'code', 'received'], [...advanceColumns.number]),
  {
    ...source('affiliates', affiliateColumns, ['code', 'attribution'], affiliateColumns.attribution),
    likely: affiliateWords,
  },
  source('ads', adsColumns, ['item', 'spend'], [...adsColumns.spend]),
  source(
    'listings',
    listingColumns,
    ['item', 'title'],
    [
      listingColumns.item[0],
      ...listingColumns.parentSku.slice(0, 2),
      ...listingColumns.stock.slice(0, 2),
      ...listingColumns.model.slice(0, 2),
      listingColumns.model[3],
    ],
  ),
  source('stats', statColumns, ['at', 'visitors'], [...statColumns.visitors, ...statColumns.conversion]),
  source(
    'listingStats',
    listingStatColumns,
    ['item', 'title'],
    [...listingStatColumns.visitors, ...listingStatColumns.impressions, 'Status Atual do Item', 'Current Item Status'],
  ),
  source(
    'affiliateTotals',
    { commission: ['Comissão estimada(R$)', 'Estimated Commission(R$)', 'Est. Commission(R$)'], roi: ['ROI'] },
    ['commission', 'roi'],
    [],
  ),
  source(
    'fullStock',
    { sku: ['Seller SKU ID', 'Warehouse SKU ID'], sellable: ['Sellable'] },
    ['sku', 'sellable'],
    ['Warehouse SKU ID', 'Unsellable', 'Recommend Replenishment Qty'],
  ),
  source(
    'orders',
    { code: orderCodes, status: ['Status do pedido', 'Order Status'] },
    ['code', 'status'],
    ['Status do pedido', 'Order Status'],
  ),
]

/** What a file is by a sheet of it; a sheet of orders belongs elsewhere. */
export const fileTypes: Partial<Record<SheetPart, MoneyFileType>> = {
  income: 'income',
  adjustment: 'income',
  freight: 'income',
  serviceFees: 'income',
  wallet: 'wallet',
  returns: 'returns',
  advances: 'advances',
  affiliates: 'affiliates',
  ads: 'ads',
  listings: 'listings',
  stats: 'stats',
  listingStats: 'listingStats',
}

/** Known and not read: why, in the words of a refusal. */
export const unreadTypes: Partial<Record<SheetPart, RefusalCode>> = {
  affiliateTotals: 'moneyFileAffiliateTotals',
  fullStock: 'moneyFileFullStock',
  orders: 'moneyFileIsOrders',
}

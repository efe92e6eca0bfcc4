import { foldHeading, namesOfHeading } from '@/lib/core/sheets/heading-names'
import type { Useful } from '@/lib/core/sheets/lacking-columns'
import type { Follows } from '@/lib/core/sheets/unread'
import { SheetRefused } from '@/lib/core/sheets/refusal'

type ColumnKind = 'text' | 'money' | 'count' | 'time'
type Column = { names: string[]; kind: ColumnKind; required?: true; buyer?: true; strict?: true }

// Names as the marketplace has written them: the template of 2026, the one of 2021 to 2024 and the English one.
// `strict`: an order-level value that must be the same on every row of the order. The other order-level values may differ
// between the parcels of one order. `buyer`: personal data, never shown in a preview or a file of failed rows.
export const columns = {
  orderCode: {
    kind: 'text',
    required: true,
    names: ['ID do pedido', 'Order ID', 'Nº do pedido', 'Número do pedido', 'Order SN'],
  },
  status: { kind: 'text', required: true, strict: true, names: ['Status do pedido', 'Order Status'] },
  cancelReason: {
    kind: 'text',
    names: ['Cancelar Motivo', 'Motivo do cancelamento', 'Cancel reason', 'Cancellation reason', 'Cancelation reason'],
  },
  // Read for the preview alone: an export names a return without its number and amount.
  returnState: {
    kind: 'text',
    names: ['Status da Devolução / Reembolso', 'Status de Devolução / Reembolso', 'Return / Refund Status'],
  },
  returnedUnits: { kind: 'text', names: ['Returned quantity', 'Quantidade devolvida'] },
  trackingNumber: { kind: 'text', names: ['Número de rastreamento', 'Código de rastreio', 'Tracking Number'] },
  placedAt: {
    kind: 'time',
    required: true,
    strict: true,
    names: ['Data de criação do pedido', 'Order Creation Date', 'Order Creation Time'],
  },
  paidAt: { kind: 'time', names: ['Hora do pagamento do pedido', 'Order Paid Time', 'Payment Time'] },
  shipBy: { kind: 'time', names: ['Data prevista de envio', 'Estimated Ship Out Date'] },
  shippedAt: { kind: 'time', names: ['Tempo de Envio', 'Ship Time'] },
  deliveredAt: { kind: 'time', names: ['Domestic Delivered Date', 'Data de entrega', 'Delivered Date'] },
  completedAt: { kind: 'time', names: ['Hora completa do pedido', 'Order Complete Time', 'Order Completed Time'] },
  cancelledAt: {
    kind: 'time',
    names: ['Data da Finalização do Cancelamento', 'Cancellation Completed Date', 'Cancel Completed Date'],
  },
  fulfilledByShopee: { kind: 'text', names: ['Pedido FBS', 'FBS Order', 'Fulfilled by Shopee'] },
  parentSku: { kind: 'text', names: ['Nº de referência do SKU principal', 'Parent SKU Reference No.'] },
  title: { kind: 'text', required: true, names: ['Nome do Produto', 'Product Name'] },
  sku: { kind: 'text', names: ['Número de referência SKU', 'Referência SKU', 'SKU Reference No.'] },
  variation: { kind: 'text', names: ['Nome da variação', 'Variation Name'] },
  originalPrice: { kind: 'money', names: ['Preço original', 'Original Price'] },
  dealPrice: { kind: 'money', names: ['Preço acordado', 'Deal Price'] },
  quantity: { kind: 'count', required: true, names: ['Quantidade', 'Quantity'] },
  products: { kind: 'count', names: ['Número de produtos pedidos', 'No of product in order'] },
  subtotal: { kind: 'money', names: ['Subtotal do produto', 'Product Subtotal'] },
  sellerDiscount: {
    kind: 'money',
    names: ['Desconto do vendedor', 'Price Discount (from Seller)', 'Seller Discount'],
  },
  sellerVoucher: { kind: 'money', strict: true, names: ['Cupom do vendedor', 'Seller Voucher'] },
  sellerCoins: {
    kind: 'money',
    strict: true,
    names: ['Coin Cashback Voucher Amount Sponsored by Seller', 'Seller Absorbed Coin Cashback'],
  },
  total: { kind: 'money', strict: true, names: ['Valor Total', 'Total Amount', 'Order Total Amount'] },
  freightPaid: {
    kind: 'money',
    strict: true,
    names: ['Taxa de envio pagas pelo comprador', 'Taxa de envio paga pelo comprador', 'Buyer Paid Shipping Fee'],
  },
  reverseFreight: { kind: 'money', strict: true, names: ['Taxa de Envio Reversa', 'Reverse Shipping Fee'] },
  transactionFee: { kind: 'money', strict: true, names: ['Taxa de transação', 'Transaction Fee'] },
  // An order's, or each item's own share of it.
  feeRebate: {
    kind: 'money',
    names: ['Ajuste por participação em ação comercial', 'Commercial Action Participation Adjustment'],
  },
  commissionGross: { kind: 'money', strict: true, names: ['Taxa de comissão bruta', 'Gross Commission Fee'] },
  commission: {
    kind: 'money',
    strict: true,
    names: ['Taxa de comissão líquida', 'Taxa de comissão', 'Net Commission Fee', 'Commission Fee'],
  },
  serviceGross: { kind: 'money', strict: true, names: ['Taxa de serviço bruta', 'Gross Service Fee'] },
  service: {
    kind: 'money',
    strict: true,
    names: ['Taxa de serviço líquida', 'Taxa de serviço', 'Net Service Fee', 'Service Fee'],
  },
  buyerUsername: { kind: 'text', buyer: true, names: ['Nome de usuário (comprador)', 'Username (Buyer)'] },
  buyerName: { kind: 'text', buyer: true, names: ['Nome do destinatário', 'Receiver Name', 'Recipient Name'] },
  buyerPhone: { kind: 'text', buyer: true, names: ['Telefone', 'Phone Number'] },
  buyerDocument: {
    kind: 'text',
    buyer: true,
    names: ['CPF do Comprador', 'CPF/CNPJ do Comprador', "Buyer's CPF", 'Buyer CPF'],
  },
  buyerAddress: { kind: 'text', buyer: true, names: ['Endereço de entrega', 'Delivery Address'] },
  buyerCity: { kind: 'text', buyer: true, names: ['Cidade', 'City', 'Town'] },
  buyerState: { kind: 'text', buyer: true, names: ['UF', 'Province', 'State'] },
  buyerPostalCode: { kind: 'text', buyer: true, names: ['CEP', 'Zip Code'] },
} as const satisfies Record<string, Column>

export type Field = keyof typeof columns

const useful = (field: Field, follows: Follows, ...others: Field[]): Useful<Field> => ({
  fields: [field, ...others],
  name: columns[field].names[0],
  follows,
})
/** Columns without which an order is read, and something of it is unknown. */
export const usefulColumns: readonly Useful<Field>[] = [
  useful('sku', 'unmapped', 'parentSku'),
  useful('commission', 'feesEstimated', 'commissionGross'),
  useful('service', 'feesEstimated', 'serviceGross'),
  useful('total', 'totalOfItems'),
  useful('freightPaid', 'notCounted'),
  useful('sellerVoucher', 'notCounted'),
  useful('paidAt', 'noPaidTime'),
]
export const fields = Object.keys(columns) as Field[]
export const columnOf = (field: Field): Column => columns[field]

/** Where each field stands in this sheet, and the header as the sheet writes it. */
export type ColumnMap = {
  places: Map<Field, number>
  otherCity: number | null
  /** The total discount, which the price says already. */
  otherDiscount: number | null
  headers: Map<number, string>
}

const wanted = new Map<string, { field: Field; rank: number }>()
for (const field of fields) {
  columnOf(field).names.forEach((name, rank) => wanted.set(foldHeading(name), { field, rank }))
}

/** Columns that are understood and not needed: what they say is said elsewhere, or is no matter of the order's. */
const spare = new Set(
  (
    'Hot Listing|Tipo de pedido|Order Type|Opção de envio|Shipping Option|Método de envio|Shipment Method|Shopee Owned|Incentivo Shopee para ação comercial|' +
    'Peso total SKU|SKU Total Weight|Peso total do pedido|Order Total Weight|Código do Cupom|Voucher Code|' +
    'Cupom|Cupom Shopee|Shopee Voucher|Incentivo de cupom|Incentivo do cupom|Reembolso Shopee|Shopee Rebate|Seller Rebate|Ajuste por pagamento via PIX|' +
    'Indicador da Leve Mais por Menos|Indicador do Leve Mais por Menos|Bundle Deal Indicator|Desconto Shopee da Leve Mais por Menos|' +
    'Desconto Shopee do Leve mais por Menos|Shopee Bundle Discount|Desconto da Leve Mais por Menos do vendedor|' +
    'Desconto do Leve mais por Menosdo vendedor|Desconto do Leve mais por Menos do vendedor|Seller Bundle Discount|Compensar Moedas Shopee|' +
    'Shopee Coins Offset|Total descontado Cartão de Crédito|Credit Card Discount Total|Total global|Grand Total|Valor estimado do frete|' +
    'Estimated Shipping Fee|Desconto de Frete Aproximado|Shipping Rebate Estimate|Taxa de Serviço Instantâneo pago pelo comprador|Bairro|District|' +
    'País|Country|Observação do comprador|Remark from buyer|Nota|Note'
  )
    .split('|')
    .map(foldHeading),
)

/** Nothing of a column of this name is missed: it is read, another name of it is, or it is not needed. */
export const isSpareOrderColumn = (heading: string): boolean => {
  return namesOfHeading(heading).some((name) => spare.has(name) || wanted.has(name))
}

/** A sheet with this many of the export's own headings is one: order lists of other systems have columns of the same meaning. */
const mostlyKnown = 8

/** Required fields of an order, by their meaning, where a sheet uses another heading. */
const likely: Partial<Record<Field, RegExp>> = {
  orderCode: /^(id|no?|num\w*|cod\w*) (do |de )?pedido$|^order (id|no|number|sn)$|^pedido$/,
  status: /^(status|situacao|estado)( atual)?( (do|de) pedido)?$|^(order )?(status|state)$/,
  placedAt:
    /^(?!.*(pag|envi|conclu|entreg|cancel))((data|hora|horario)\b.*(criac|pedido|compra)|.*order.*(creat|date|time)|creat\w* (time|date))/,
  title: /^(nome|titulo)( do| de)? (produto|item|anuncio)$|^(produto|item|titulo)$|^(product|item)( name| title)?$/,
  dealPrice: /^preco (com desconto|de venda|promocional|unitario|negociado|final)|^(selling|unit|discounted) price$/,
  quantity: /^(qtde?|quantidade|quantity|qty)( (vendida|comprada|do item|de itens|pedida))?$/,
  subtotal: /^subtotal( do item)?$|^(item )?subtotal$|^total do (produto|item)$/,
}

/** One of them makes the other. */
const prices: readonly Field[] = ['dealPrice', 'subtotal']
/** The headings that an order needs, of the fields that a sheet has not. */
export const namesMissing = (has: (field: Field) => boolean): string[] =>
  fields
    .filter((field) => (prices.includes(field) ? !prices.some(has) : columnOf(field).required && !has(field)))
    .map((field) => columnOf(field).names[0]!)

/** Finds the columns by name; null when the row is no header at all. Throws when it is one but lacks what is needed. */
export function recognizeColumns(header: Map<number, string>): ColumnMap | null {
  const results = new Map<Field, { rank: number; at: number[] }>()
  const names = new Map([...header].map(([at, name]) => [at, foldHeading(name)]))
  for (const [at, name] of [...names].sort(([a], [b]) => a - b)) {
    const match = wanted.get(name)
    if (!match) continue
    const known = results.get(match.field)
    if (!known || match.rank < known.rank) results.set(match.field, { rank: match.rank, at: [at] })
    else if (match.rank === known.rank) known.at.push(at)
  }
  const isOurs = results.size >= mostlyKnown
  for (const [field, words] of isOurs ? (Object.entries(likely) as [Field, RegExp][]) : []) {
    const at = results.has(field)
      ? undefined
      : [...names].find(([, name]) => words.test(name) && !wanted.has(name))?.[0]
    if (at !== undefined) results.set(field, { rank: 0, at: [at] })
  }
  const missing = namesMissing((field) => results.has(field))
  if (missing.length > 0) {
    if (results.size < 3) return null
    throw new SheetRefused('importColumnsMissing', { columns: missing.join(', ') })
  }
  const places = new Map<Field, number>()
  for (const [field, { at }] of results) {
    const place = field === 'sellerDiscount' ? at.at(-1) : at[0]
    if (place !== undefined) places.set(field, place)
  }
  const cities = results.get('buyerCity')?.at ?? []
  const city = pickCity(cities, names)
  if (city !== undefined) places.set('buyerCity', city)
  const discounts = results.get('sellerDiscount')?.at ?? []
  return {
    places,
    otherCity: cities.find((at) => at !== city) ?? null,
    otherDiscount: discounts.length > 1 ? discounts[0]! : null,
    headers: new Map(header),
  }
}

// The column "Cidade" beside the state is the town of the address; the other is mostly empty. The first "Desconto do
// vendedor" is the total discount and the second the seller's own part of it.
function pickCity(at: number[], names: Map<number, string>): number | undefined {
  const states: string[] = columns.buyerState.names.map(foldHeading)
  return at.find((place) => states.includes(names.get(place + 1) ?? '')) ?? at.at(-1)
}

import { ORDER_HEADERS } from '@/lib/sandbox/sheets/order-sheet'
import ExcelJS from 'exceljs'

/**
 * Writes files in the layout of the marketplace's `Order.all` export and adds up their totals on its own, so that the
 * importer is held against figures it did not compute.
 */
export type SampleItem = {
  sku: string
  title: string
  variation?: string
  quantity: number
  priceCents: number
  discountCents?: number
}

export type SampleOrder = {
  code: string
  status: string
  placed: string
  paid?: string
  shipBy?: string
  shipped?: string
  delivered?: string
  completed?: string
  cancelled?: string
  tracking?: string
  fulfilledByShopee?: boolean
  items: SampleItem[]
  voucherCents?: number
  freightCents?: number
  /** Gross, with what a commercial action gives back of them. */
  commissionCents?: number
  serviceCents?: number
  commissionBackCents?: number
  serviceBackCents?: number
  buyer?: { username: string; name?: string; phone?: string; city?: string; state?: string }
}

export type SampleTotals = {
  orders: number
  rows: number
  units: number
  skus: number
  months: Record<string, { orders: number; valid: number; subtotalCents: number }>
  commissionCents: number
  serviceCents: number
}

export type Template = keyof typeof headers

const older = [
  'ID do pedido|Status do pedido|Cancelar Motivo|Status da Devolução / Reembolso|Número de rastreamento|Opção de envio',
  'Método de envio|Data prevista de envio|Tempo de Envio|Data de criação do pedido|Hora do pagamento do pedido',
  'Nº de referência do SKU principal|Nome do Produto|Número de referência SKU|Nome da variação|Preço original',
  'Preço acordado|Quantidade|Subtotal do produto|Desconto do vendedor|Desconto do vendedor|Reembolso Shopee',
  'Peso total SKU|Número de produtos pedidos|Peso total do pedido|Código do Cupom|Cupom do vendedor',
  'Seller Absorbed Coin Cashback|Cupom Shopee|Indicador do Leve Mais por Menos',
  'Desconto Shopee do "Leve mais por Menos"|Desconto do "Leve mais por Menos"do vendedor|Compensar Moedas Shopee',
  'Total descontado Cartão de Crédito|Valor Total|Taxa de envio pagas pelo comprador|Taxa de transação',
  'Taxa de comissão|Taxa de serviço|Total global|Valor estimado do frete|Nome de usuário (comprador)',
  'Nome do destinatário|Telefone|CPF do Comprador|Endereço de entrega|Cidade|Bairro|Cidade|UF|País|CEP',
  'Observação do comprador|Hora completa do pedido|Nota',
]
const english = [
  'Order ID|Order Status|Cancel reason|Return / Refund Status|Tracking Number*|Shipping Option|Shipment Method',
  'Estimated Ship Out Date|Ship Time|Order Creation Date|Order Paid Time|Parent SKU Reference No.|Product Name',
  'SKU Reference No.|Variation Name|Original Price|Deal Price|Quantity|Returned quantity|Product Subtotal|Seller Rebate',
  'Seller Discount|Shopee Rebate|SKU Total Weight|No of product in order|Order Total Weight|Voucher Code|Seller Voucher',
  'Seller Absorbed Coin Cashback|Shopee Voucher|Bundle Deal Indicator|Shopee Bundle Discount|Seller Bundle Discount',
  'Shopee Coins Offset|Credit Card Discount Total|Total Amount|Buyer Paid Shipping Fee|Shipping Rebate Estimate',
  'Reverse Shipping Fee|Transaction Fee|Commission Fee|Service Fee|Grand Total|Estimated Shipping Fee|Username (Buyer)',
  'Receiver Name|Phone Number|Delivery Address|Town|District|City|Province|Country|Zip Code|Remark from buyer',
  'Order Complete Time|Note',
]
const split = (lines: string[]) => lines.join('|').split('|')
export const headers = { current: ORDER_HEADERS, older: split(older), english: split(english) }

const englishStatuses: Record<string, string> = {
  'Não pago': 'Unpaid',
  'A Enviar': 'To ship',
  Enviado: 'Shipping',
  Concluído: 'Completed',
  Cancelado: 'Cancelled',
}

const reais = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const subtotalOf = (item: SampleItem) => item.priceCents * item.quantity

/** The cells of a row by the English name of its column (the three templates share it by meaning, not by place). */
function cellsOf(order: SampleOrder, item: SampleItem): Record<string, string | number | undefined> {
  const total = sum(order.items.map(subtotalOf)) + (order.freightCents ?? 0) - (order.voucherCents ?? 0)
  return {
    'ID do pedido|Order ID': order.code,
    'Status do pedido': order.status,
    'Order Status': englishStatuses[order.status] ?? order.status,
    'Número de rastreamento|Tracking Number*': order.tracking,
    'Pedido FBS': order.fulfilledByShopee ? 'Sim' : 'Não',
    'Data de criação do pedido|Order Creation Date': order.placed,
    'Hora do pagamento do pedido|Order Paid Time': order.paid,
    'Data prevista de envio|Estimated Ship Out Date': order.shipBy,
    'Tempo de Envio|Ship Time': order.shipped,
    'Domestic Delivered Date': order.delivered,
    'Hora completa do pedido|Order Complete Time': order.completed,
    'Data da Finalização do Cancelamento': order.cancelled,
    'Nome do Produto|Product Name': item.title,
    'Número de referência SKU|SKU Reference No.': item.sku,
    'Nome da variação|Variation Name': item.variation,
    'Preço original|Original Price': reais(item.priceCents + (item.discountCents ?? 0)),
    'Preço acordado|Deal Price': reais(item.priceCents),
    'Quantidade|Quantity': item.quantity,
    'Subtotal do produto|Product Subtotal': reais(subtotalOf(item)),
    'Número de produtos pedidos|No of product in order': sum(order.items.map(({ quantity }) => quantity)),
    'Cupom do vendedor|Seller Voucher': reais(order.voucherCents ?? 0),
    'Valor Total|Total Amount|Total global|Grand Total': reais(total),
    'Taxa de envio pagas pelo comprador|Buyer Paid Shipping Fee': reais(order.freightCents ?? 0),
    'Taxa de comissão bruta|Taxa de comissão|Commission Fee': reais(order.commissionCents ?? 0),
    'Taxa de comissão líquida': reais((order.commissionCents ?? 0) - (order.commissionBackCents ?? 0)),
    'Taxa de serviço bruta|Taxa de serviço|Service Fee': reais(order.serviceCents ?? 0),
    'Taxa de serviço líquida': reais((order.serviceCents ?? 0) - (order.serviceBackCents ?? 0)),
    'Ajuste por participação em ação comercial': reais(
      (order.commissionBackCents ?? 0) + (order.serviceBackCents ?? 0),
    ),
    'Nome de usuário (comprador)|Username (Buyer)': order.buyer?.username,
    'Nome do destinatário|Receiver Name': order.buyer?.name,
    'Telefone|Phone Number': order.buyer?.phone,
    'UF|Province': order.buyer?.state,
  }
}

export function rowOf(order: SampleOrder, item: SampleItem, template: Template): (string | number | null)[] {
  const values = new Map<string, string | number | undefined>()
  for (const [names, value] of Object.entries(cellsOf(order, item))) {
    for (const name of names.split('|')) values.set(name, value)
  }
  const seen = new Map<string, number>()
  return headers[template].map((name) => {
    const occurrence = (seen.get(name) ?? 0) + 1
    seen.set(name, occurrence)
    // The first of the two is the total discount, with what the platform adds: here it adds a real.
    if (name === 'Seller Rebate') return '1.00'
    if (name === 'Desconto do vendedor' || name === 'Seller Discount') {
      return reais((item.discountCents ?? 0) + (name === 'Desconto do vendedor' && occurrence === 1 ? 100 : 0))
    }
    if (name === 'Cidade' || name === 'City')
      return occurrence === 2 || name === 'City' ? (order.buyer?.city ?? null) : null
    return values.get(name) ?? null
  })
}

export function addUp(orders: Iterable<SampleOrder>): SampleTotals {
  const totals: SampleTotals = {
    orders: 0,
    rows: 0,
    units: 0,
    skus: 0,
    months: {},
    commissionCents: 0,
    serviceCents: 0,
  }
  const skus = new Set<string>()
  for (const order of orders) {
    const month = (totals.months[order.placed.slice(0, 7)] ??= { orders: 0, valid: 0, subtotalCents: 0 })
    month.orders += 1
    if (order.status !== 'Cancelado' && order.status !== 'Não pago') {
      month.valid += 1
      month.subtotalCents += sum(order.items.map(subtotalOf))
    }
    totals.orders += 1
    totals.rows += order.items.length
    totals.units += sum(order.items.map(({ quantity }) => quantity))
    totals.commissionCents += order.commissionCents ?? 0
    totals.serviceCents += order.serviceCents ?? 0
    for (const { sku } of order.items) skus.add(sku)
  }
  return { ...totals, skus: skus.size }
}

type WriteOptions = { template?: Template; sharedStrings?: boolean; sheetName?: string; header?: string[] }

export async function writeOrderExport(
  path: string,
  orders: Iterable<SampleOrder>,
  { template = 'current', sharedStrings = true, sheetName = 'orders', header = headers[template] }: WriteOptions = {},
): Promise<void> {
  function* rows() {
    for (const order of orders) for (const item of order.items) yield rowOf(order, item, template)
  }
  await writeRows(path, [header], rows(), { sharedStrings, sheetName })
}

/** Any rows, for sheets that are broken on purpose. */
export async function writeRows(
  path: string,
  head: (string | number | null)[][],
  rows: Iterable<(string | number | null)[]>,
  { sharedStrings = true, sheetName = 'orders' }: { sharedStrings?: boolean; sheetName?: string } = {},
): Promise<void> {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: path, useSharedStrings: sharedStrings })
  const sheet = workbook.addWorksheet(sheetName)
  for (const row of head) sheet.addRow(row).commit()
  for (const row of rows) sheet.addRow(row).commit()
  sheet.commit()
  await workbook.commit()
}

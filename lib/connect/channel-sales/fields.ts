import type { HeadingSource, Places } from '@/lib/core/sheets/heading-names'
import type { Unread } from '@/lib/core/sheets/unread'

/** The fields of a row of sales; rows of one order number are one order. */
export const saleFields = [
  'day',
  'channel',
  'code',
  'sku',
  'quantity',
  'unitPrice',
  'rowTotal',
  'discount',
  'fee',
  'customer',
  'status',
  'afterSales',
] as const
export type SaleField = (typeof saleFields)[number]
export const neededSaleFields = ['day', 'sku', 'quantity'] as const satisfies readonly SaleField[]
const withUnitPrice = [...neededSaleFields, 'unitPrice'] as const
/** The fields that a sheet lacks to be read: the price of one unit follows from the whole row's. */
export const lackingSaleFields = (places: Places<SaleField>): SaleField[] =>
  (places.rowTotal === undefined ? withUnitPrice : neededSaleFields).filter((field) => places[field] === undefined)
export const maxSaleRows = 50_000

/** The first name is the Portuguese heading of our template, the second the English one; the template has no row's total. */
export const saleColumns: Record<SaleField, readonly string[]> = {
  day: ['Data', 'Date', 'Data do pedido', 'Data da venda'],
  channel: ['Canal', 'Channel', 'Canal de venda', 'Loja'],
  code: ['Número do pedido', 'Order number', 'Pedido', 'Nº do pedido', 'Nº pedido'],
  sku: ['SKU', 'SKU code', 'Código (SKU)', 'Código', 'SKU do produto'],
  quantity: ['Quantidade', 'Quantity', 'Qtd', 'Qtde'],
  unitPrice: ['Preço unitário', 'Unit price', 'Valor unitário', 'Preço'],
  rowTotal: ['Total da linha', 'Row total', 'Total do item'],
  discount: ['Desconto', 'Discount', 'Desconto do item'],
  fee: ['Taxa', 'Fee', 'Taxa do canal', 'Comissão'],
  customer: ['Cliente', 'Customer', 'Comprador'],
  status: ['Situação', 'Status', 'Status do pedido'],
  afterSales: [
    'Pós-venda',
    'After-sales',
    'Pós-vendas',
    'Pós-venda/Cancelado/Devolvido',
    'Status da Devolução / Reembolso',
  ],
}

/**
 * The words of other marketplaces' exports, as public programs read them. In Mercado Livre's the first of two columns
 * "Estado" is the sale's; in TikTok Shop's the platform's own discount is none of the seller's. Magalu's and Amazon's
 * have no price of one unit: the person maps the columns. Olist's report and Bling's have the columns that the person chose there,
 * each row's total after its part of the discount, and the marketplace's commission of the whole order in each row. UpSeller's is of all channels of an ERP, each under its shop's
 * name; its coupons and commission are of the whole order and repeated in each row, so none of them is taken. Tiny's has
 * each row's part of the order's discount; what it takes off an item in percent is reported, and not calculated.
 */
export const saleSources: readonly HeadingSource<SaleSource, SaleField>[] = [
  { name: 'mascate', needs: withUnitPrice, signs: [], columns: saleColumns },
  {
    name: 'mercadoLivre',
    needs: withUnitPrice,
    signs: ['N.º de venda', 'Número da venda', 'Receita por produtos', 'Título do anúncio'],
    columns: {
      day: ['Data da venda', 'Data de venda'],
      code: ['N.º de venda', 'N.º da venda', 'Número da venda', 'Número de venda'],
      sku: ['SKU'],
      quantity: ['Unidades'],
      unitPrice: ['Preço unitário de venda do anúncio', 'Preço unitário de venda', 'Preço unitário'],
      fee: ['Tarifa de venda e impostos', 'Tarifas de venda e impostos', 'Tarifa de venda', 'Tarifas de venda'],
      customer: ['Comprador', 'Nome do comprador'],
      status: ['Estado', 'Estado da venda', 'Status', 'Status da venda'],
    },
  },
  {
    name: 'tiktokShop',
    needs: withUnitPrice,
    signs: ['SKU Unit Original Price', 'SKU Subtotal After Discount', 'SKU Seller Discount'],
    columns: {
      day: ['Created Time'],
      code: ['Order ID'],
      sku: ['Seller SKU'],
      quantity: ['Quantity'],
      unitPrice: ['SKU Unit Original Price'],
      discount: ['SKU Seller Discount'],
      customer: ['Buyer Username', 'Recipient'],
      status: ['Order Status'],
    },
  },
  {
    name: 'upSeller',
    needs: withUnitPrice,
    signs: ['Nº de Pedido da Plataforma', 'Nome da Loja no UpSeller'],
    columns: {
      day: ['Hora do Pedido'],
      channel: ['Nome da Loja no UpSeller', 'Plataformas'],
      code: ['Nº de Pedido da Plataforma', 'Nº de Pedido'],
      sku: ['SKU'],
      quantity: ['Qtd. do Produto'],
      unitPrice: ['Preço de Produto', 'Preço do Produto'],
      customer: ['Nome de Comprador'],
      status: ['Estado do Pedido', 'Status do Pedido'],
      afterSales: ['Pós-venda/Cancelado/Devolvido', 'Pós-venda'],
    },
  },
  {
    name: 'olist',
    needs: neededSaleFields,
    signs: ['Número do pedido no e-commerce', 'Frete no e-commerce', 'Quantidade de produtos'],
    columns: {
      day: ['Data da venda'],
      channel: ['E-commerce'],
      code: ['Número do pedido', 'Número do pedido no e-commerce'],
      sku: ['Código (SKU)'],
      quantity: ['Quantidade de produtos', 'Quantidade'],
      unitPrice: ['Preço unitário'],
      rowTotal: ['Preço total'],
      customer: ['Nome do cliente'],
      status: ['Situação'],
    },
  },
  {
    name: 'bling',
    needs: neededSaleFields,
    signs: ['Número do pedido multiloja', 'Preço de lista', 'Nome da plataforma'],
    columns: {
      day: ['Data'],
      channel: ['Nome da plataforma'],
      code: ['Número do pedido', 'Número do pedido multiloja'],
      sku: ['Código', 'Código (SKU)'],
      quantity: ['Quantidade'],
      unitPrice: ['Preço de lista'],
      rowTotal: ['Valor total'],
      discount: ['Desconto proporcional total'],
      status: ['Situação'],
    },
  },
  {
    name: 'tiny',
    needs: withUnitPrice,
    signs: ['Desconto do pedido rateado', 'Desconto pedido (% ou valor)', 'ID contato'],
    columns: {
      day: ['Data'],
      code: ['Número do pedido'],
      sku: ['Código (SKU)'],
      quantity: ['Quantidade'],
      unitPrice: ['Valor unitário'],
      discount: ['Desconto do pedido rateado'],
      customer: ['Nome do contato'],
      status: ['Situação'],
    },
  },
]
type SaleSource = 'mascate' | 'mercadoLivre' | 'tiktokShop' | 'upSeller' | 'olist' | 'bling' | 'tiny'
/** Every name of a column in any of them, to propose which is which in an unknown sheet. */
export const namesInSources = Object.fromEntries(
  saleFields.map((field) => [field, saleSources.flatMap(({ columns }) => columns[field] ?? [])]),
)
/** The channel of a sheet that names none. */
export const channelOfSource = {
  mascate: null,
  mercadoLivre: 'Mercado Livre',
  tiktokShop: 'TikTok Shop',
  upSeller: null,
  olist: null,
  bling: null,
  tiny: null,
} as const

export type SaleLayout = { places: Places<SaleField>; headings: [at: number, text: string][]; channel?: string }

/** The summary of a checked sheet of sales. */
export type SalesSummary = {
  sales?: SaleLayout & {
    from: string | null
    to: string | null
    units: number
    revenueCents: string
    /** Channels that the sheet names; those that are to be made have `isNew`. */
    channels: { name: string; orders: number; isNew: boolean }[]
  }
  /** The sheets, columns, rows and words that were not understood. */
  unread?: Unread[]
}

/** The kinds of sheets in a money file. An income report has five with content. */
export const sheetParts = [
  'income',
  'adjustment',
  'freight',
  'serviceFees',
  'wallet',
  'returns',
  'advances',
  'affiliates',
  'ads',
  'listings',
  'stats',
  'listingStats',
  'affiliateTotals',
  'fullStock',
  'overview',
  'bankSheet',
  'orders',
] as const
export type SheetPart = (typeof sheetParts)[number]

export const orderCodes = ['ID do pedido', 'Order ID', 'Nº do pedido', 'Order SN']

export const incomeColumns = {
  view: ['Ver', 'View By', 'View'],
  code: orderCodes,
  refund: ['ID do reembolso', 'Refund ID'],
  releasedOn: [
    'Data de conclusão do pagamento',
    'Payout Completed Date',
    'Release Date',
    'Released Date',
    'Order Income Release Date',
  ],
  total: [
    'Quantia total lançada (R$)',
    'Quantia total lançada',
    'Total Released Amount (R$)',
    'Total Released Amount (Rp)',
    'Total Released Amount',
  ],
  price: ['Preço do produto', 'Product Price', 'Original Product Price', 'Original product price'],
  refundAmount: ['Valor do Reembolso', 'Refund Amount', 'Refund Amount to Buyer'],
  pix: ['Ajuste por pagamento via PIX', 'PIX Payment Adjustment'],
  freightPaid: [
    'Taxa de frete paga pelo comprador',
    'Shipping Fee Paid by Buyer',
    'Shipping Fee Paid by Buyer (excl. SST)',
  ],
  freightCharged: [
    'Frete cobrado pelo parceiro logístico',
    'Shipping Fee Charged by Logistic Provider',
    'Actual Shipping Fee',
  ],
  freightRebate: [
    'Desconto de frete pela Shopee',
    'Shipping Fee Rebate From Shopee',
    'Shipping Rebate From Shopee',
    'Shipping Fee Discount from Shopee',
  ],
  reverseFreight: ['Taxa de envio reverso', 'Reverse Shipping Fee'],
  returnFreight: ['Taxa de devolução do vendedor', 'Return to Seller Fee', 'Seller Return Fee'],
  shopeeRebate: [
    'Incentivo Shopee para ação comercial',
    'Product Discount Rebate from Shopee',
    'Shopee Product Rebate',
  ],
  coupon: ['Cupom', 'Coupon', 'Voucher'],
  couponIncentive: ['Incentivo de cupom', 'Incentivo do cupom', 'Coupon Incentive', 'Voucher Incentive'],
  voucher: ['Voucher subsidiado pelo Seller', 'Voucher Sponsored by Seller'],
  sharedVoucher: [
    'Voucher compartilhado subsidiado pelo Seller',
    'Cofund Voucher Sponsored by Seller',
    'Co-fund Voucher Sponsored by Seller',
  ],
  coins: ['Coin Cashback subsidiado pelo Seller', 'Coin Cashback Sponsored by Seller'],
  sharedCoins: [
    'Coin Cashback compartilhado subsidiado pelo Seller',
    'Cofund Coin Cashback Sponsored by Seller',
    'Co-fund Coin Cashback Sponsored by Seller',
  ],
  netCommission: ['Taxa de comissão líquida', 'Net Commission Fee', 'Commission fee', 'Taxa de comissão'],
  netService: ['Taxa de serviço líquida', 'Net Service Fee', 'Service Fee', 'Taxa de serviço'],
  transaction: ['Taxa de transação', 'Transaction Fee'],
  affiliate: [
    'Taxa de comissão Afiliados do Vendedor',
    'Affiliate Commission',
    'AMS Commission Fee',
    'Seller Affiliate Commission Fee',
  ],
  grossCommission: ['Taxa de comissão bruta', 'Gross Commission Fee'],
  grossService: ['Taxa de serviço bruta', 'Gross Service Fee'],
  rebateShare: ['Ajuste por participação em ação comercial', 'Commercial Action Participation Adjustment'],
  compensation: ['Compensação perdida', 'Lost Compensation'],
  protection: ['Taxa de Devolução Fácil Shopee', 'Easy Return Fee', 'Shipping Seller Protection Fee'],
  adsTopUp: ['Taxa da Recarga Automática (Pedido)', 'Auto Top-up Fee (Order)', 'Ads Escrow Top Up Fee'],
} as const
export type IncomeField = keyof typeof incomeColumns

export const adjustmentColumns = {
  code: [
    ...orderCodes,
    'Número do pedido relacionado',
    'ID do pedido relacionado',
    'Related Order ID',
    'Related Order No.',
    'Linked Order No.',
    'Linked Order ID',
    'Pedido vinculado',
  ],
  on: [
    'Data do ajuste',
    'Adjustment Date',
    'Adjustment Complete Date',
    'Data de conclusão do ajuste',
    'Adjustment Completed Date',
    'Data',
    'Date',
  ],
  reason: ['Motivo', 'Motivo do ajuste', 'Adjustment Reason', 'Cenário de ajuste', 'Reason'],
  about: [
    'Tipo/Descrição do ajuste',
    'Descrição do ajuste',
    'Tipo do ajuste',
    'Adjustment Type/Description',
    'Descrição',
  ],
  amount: ['Valor (R$)', 'Valor', 'Valor do ajuste', 'Adjustment Amount', 'Amount'],
} as const
export type AdjustmentField = keyof typeof adjustmentColumns

export const freightColumns = {
  code: orderCodes,
  expected: ['Taxa de frete esperada', 'Expected Shipping Fee'],
  charged: [
    'Taxa de frete real cobrada pelo parceiro logístico',
    'Actual Shipping Fee charged by logistic provider',
    'Actual Shipping Fee',
  ],
  reason: ['Motivo da discrepância', 'Discrepancy Reason', 'Reason for Discrepancy', 'Reason'],
  /** The seller's weight and the carrier's; no report of a seller with weights was seen. */
  declaredWeight: ['Peso declarado', 'Peso informado', 'Peso cadastrado', 'Declared Weight', 'Seller Weight'],
  measuredWeight: ['Peso aferido', 'Peso cobrado', 'Peso real', 'Measured Weight', 'Actual Weight', 'Charged Weight'],
} as const
export type FreightField = keyof typeof freightColumns

/** The English names are our guess: no report in English was seen. */
export const serviceFeeColumns = {
  code: orderCodes,
  transaction: ['Taxa de Transação', 'Transaction Fee'],
  perItem: ['Taxa por item vendido', 'Taxa por item', 'Fee per item sold', 'Per Item Fee'],
  /** The same fee, named by its amount; some reports have both columns. */
  perItemBefore: ['Taxa de R$4 por item'],
  extra: ['Taxa de serviço adicional', 'Taxa adicional', 'Additional Service Fee'],
} as const
export type ServiceFeeField = keyof typeof serviceFeeColumns

export const walletColumns = {
  at: ['Data', 'Date'],
  type: ['Tipo de transação', 'Transaction Type'],
  description: ['Descrição', 'Description'],
  code: orderCodes,
  flow: ['Direção do dinheiro', 'Tipo de movimentação', 'Money Direction', 'Money Flow'],
  amount: ['Valor', 'Amount'],
  status: ['Status'],
  balance: ['Balança após as transações', 'Saldo após as transações', 'Balance After Transactions', 'Balance'],
  /** Where a report has a column for each direction in place of one amount. */
  moneyIn: ['Entrada', 'Entradas', 'Crédito', 'Créditos', 'Money In', 'Credit'],
  moneyOut: ['Saída', 'Saídas', 'Débito', 'Débitos', 'Money Out', 'Debit'],
} as const
export type WalletField = keyof typeof walletColumns

export const returnColumns = {
  number: ['ID da Devolução', 'Return ID'],
  code: orderCodes,
  title: ['Nome do Produto', 'Product Name'],
  sku: ['SKU da Variação', 'Variation SKU'],
  parentSku: ['SKU principal', 'Parent SKU'],
  variation: ['Nome da variação', 'Variation Name'],
  openedAt: ['Tempo de envio de devolução', 'Return Submitted Time', 'Return Creation Time'],
  status: ['Status da Devolução / Reembolso', 'Return / Refund Status'],
  kind: ['Tipo de Devolução', 'Return Type'],
  quantity: ['Quantidade de Devoluções', 'Return Quantity'],
  solution: ['Solução para Retorno e Reembolso', 'Return / Refund Solution'],
  reason: ['Motivo da Devolução', 'Return Reason'],
  disputeReason: ['Motivo da disputa', 'Dispute Reason'],
  due: ['Ação do Vendedor solicitada até', 'Seller Action Requested By'],
  remarks: ['Observações da Devolução', 'Return Remarks'],
  amount: ['Quantia total de reembolsos', 'Total Refund Amount'],
  compensation: [
    'Compensação ao Vendedor (Disputa bem sucedida/Ajuste em carteira)',
    'Compensação ao Vendedor',
    'Seller Compensation',
  ],
} as const
export type ReturnField = keyof typeof returnColumns

/** The English report is found by the words of `advanceWords`, which are our guess: no report of a seller in English was seen. */
export const advanceColumns = {
  at: ['Data do resgate rápido'],
  number: ['ID do resgate rápido'],
  code: orderCodes,
  advance: ['Valor dos resgates rápidos', 'Valor do resgate rápido'],
  fee: ['Taxa de Serviço'],
  received: ['Valor recebido'],
  rest: ['Valor restante para pagamento'],
  returned: ['Valor reembolsado'],
  status: ['Status'],
  dueOn: ['Data de vencimento'],
} as const
export type AdvanceField = keyof typeof advanceColumns

/** For the affiliates' report of validation; the English names are our guess. */
export const affiliateColumns = {
  code: orderCodes,
  attribution: ['Id de atribuição da comissão', 'ID de atribuição', 'Commission Attribution ID'],
  sku: ['Número de referência SKU', 'Referência SKU', 'SKU Reference No.'],
  affiliate: ['Nome do afiliado', 'Affiliate Name'],
  campaign: ['Campanha do parceiro', 'Partner Campaign', 'Campaign Partner'],
  period: ['Período de cobrança da comissão', 'Commission Billing Period'],
  item: ['ID do item', 'ID do produto', 'Item ID', 'Product ID'],
  model: ['ID do modelo', 'ID da variação', 'Model ID', 'Variation ID'],
  commission: [
    'Comissão do item da marca para o Afiliado',
    'Item Brand Commission to Affiliate',
    'Brand Item Commission to Affiliate',
  ],
  /** The agency of an affiliate. */
  agency: [
    'Comissão do item da marca para MCN',
    'Comissão do item da marca para o MCN',
    'Item Brand Commission to MCN',
  ],
  service: ['Taxa de serviço de Afiliados do Vendedor', 'Seller Affiliate Service Fee'],
  total: ['despesas', 'Expense', 'Expenses'],
  state: ['Estado de dedução', 'Deduction Status'],
} as const
export type AffiliateField = keyof typeof affiliateColumns

export const adsColumns = {
  title: ['Nome do Anúncio', 'Ad Name'],
  item: ['ID do produto', 'Product ID'],
  impressions: ['Impressões', 'Impression', 'Impressions'],
  clicks: ['Cliques', 'Clicks'],
  sales: ['GMV'],
  spend: ['Despesas', 'Expense', 'Expenses'],
} as const
export type AdsField = keyof typeof adsColumns

/**
 * For a file of mass updates: the machine's own names come first, above the words for people; the English words are our
 * guess.
 */
export const listingColumns = {
  item: ['et_title_product_id', 'ID do Produto', 'Product ID'],
  title: ['et_title_product_name', 'Nome do Produto', 'Product Name'],
  model: ['et_title_variation_id', 'Variante Identificador', 'ID da Variação', 'Variation ID'],
  variation: ['et_title_variation_name', 'Nome', 'Nome da Variação', 'Variation Name'],
  parentSku: ['et_title_parent_sku', 'SKU de referência', 'SKU Principal', 'Parent SKU'],
  sku: ['et_title_variation_sku', 'SKU'],
  price: ['et_title_variation_price', 'Preço', 'Price'],
  gtin: ['ps_gtin_code', 'GTIN (EAN)', 'GTIN'],
  stock: ['et_title_variation_stock', 'Estoque do Vendedor', 'Estoque', 'Stock'],
  /** A shop with several stock locations has a row for each; the platform's own heading was not seen. */
  location: ['Localização', 'Localização do Estoque', 'Armazém', 'Location', 'Stock Location', 'Warehouse'],
} as const
export type ListingField = keyof typeof listingColumns

export const statColumns = {
  at: ['Data', 'Tempo', 'Date', 'Time'],
  visitors: ['Visitantes', 'Visitors'],
  clicks: ['Cliques Por Produto', 'Cliques de Produto', 'Product Clicks'],
  orders: ['Pedidos', 'Orders'],
  buyers: ['# de compradores', '# of buyers'],
  conversion: ['Taxa de Conversão de Pedidos', 'Order Conversion Rate'],
  sales: ['Vendas (BRL)', 'Sales (BRL)'],
  cancelled: ['Vendas Canceladas', 'Cancelled Sales'],
  refunded: [
    'Vendas Devolvidas / Reembolsadas',
    'Returned / Refunded Sales',
    'Returned/Refunded Sales',
    'Refunded Sales',
  ],
} as const
export type StatField = keyof typeof statColumns

/** For the products' performance over some days; the English names are our guess. */
export const listingStatColumns = {
  /** The hour or the day, in a file with a row for each of a listing's. */
  at: ['Data', 'Tempo', 'Date', 'Time'],
  item: ['ID do Item', 'Item ID'],
  title: ['Produto', 'Nome do Produto', 'Product'],
  model: ['ID da Variação', 'Variation ID'],
  sku: ['SKU Principal', 'SKU Principle', 'Parent SKU'],
  visitors: ['Visitantes do Produto (Visita)', 'Visitantes do Produto', 'Product Visitors (Visit)', 'Product Visitors'],
  impressions: ['Impressão do Produto', 'Impressões de Produto', 'Product Impression', 'Product Impressions'],
  clicks: ['Cliques Por Produto', 'Cliques de Produto', 'Product Clicks'],
  cartUnits: ['Unidades (Adicionar ao Carrinho)', 'Units (Add to Cart)'],
  units: ['Unidades (Pedido Pago)', 'Units (Paid Order)', 'Unidades (Pedido Confirmado)', 'Units (Confirmed Order)'],
  conversion: [
    'Taxa de Conversão (Pedido Pago)',
    'Taxa de Conversão de Pedido (Pedido Pago)',
    'Taxa de Conversão de Pedidos (Pedido Pago)',
    'Order Conversion Rate (Paid Order)',
    'Taxa de Conversão de Pedido (Pedido Confirmado)',
    'Order Conversion Rate (Confirmed Order)',
  ],
  sales: [
    'Vendas (Pedido Pago) (BRL)',
    'Sales (Paid Order) (BRL)',
    'Vendas (Pedido Confirmado) (BRL)',
    'Sales (Confirmed Order) (BRL)',
  ],
} as const
export type ListingStatField = keyof typeof listingStatColumns

/** The fields of each kind of sheet. */
export type SheetFields = {
  income: IncomeField
  adjustment: AdjustmentField
  freight: FreightField
  serviceFees: ServiceFeeField
  wallet: WalletField
  returns: ReturnField
  advances: AdvanceField
  affiliates: AffiliateField
  ads: AdsField
  listings: ListingField
  stats: StatField
  listingStats: ListingStatField
}

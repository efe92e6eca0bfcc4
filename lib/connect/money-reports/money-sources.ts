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
  code: /(pedido|order).*(relacionad|vinculad|associad|related)|\b(linked|related|associated) order|^(id|n[uo]\w*|no) (do )?(pedido|order)|^pedido$/,
  amount: /^(valor|quantia|montante|amount)\b|(adjustment|ajuste).*(amount|valor)/,
  on: /^(data|date)\b|adjust\w* date/,
  reason: /motivo|reason|cenario|scenario/,
  about: /descri|tipo|type/,
}
const freightWords = {
  expected: /(frete|shipping).*(esperad|expected|estimad)|(expected|estimated).*shipping/,
  charged: /(frete|shipping).*(real|cobrad|charged|actual)|actual.*shipping/,
  reason: /motivo|reason/,
  declaredWeight: /^peso.*(declarad|informad|cadastrad|vendedor)|^(declared|seller) weight/,
  measuredWeight: /^peso.*(aferid|cobrad|medid|real|transportador)|^(measured|actual|charged) weight/,
}
/** An order's code under the names that sheets have for it. */
const code = /^(id|no?|num\w*|cod\w*|codigo)( (do|de|da|of))? (pedido|order)$|^order ?(id|no|number|sn|code)$|^pedido$/
const incomeWords = {
  code,
  total:
    /^(?!taxa|data|comiss|hora)(.*(total|valor|quantia|montante|renda|repasse)\b.*(lancad|liberad|repass|recebid)|.*(amount|income)\b.*(released|payout)|valor d[eo] repasse$)/,
  releasedOn:
    /^(data|dia|hora)\b.*(conclus\w* do pag|libera|lancament|repasse|payout|pagamento)|(release|payout)\w*( completed)? (date|time)/,
  price: /^(preco|valor|subtotal) d[eo]s? (produtos?|itens)$|^(product|merchandise|item) (price|subtotal|amount)$/,
  netCommission:
    /^(taxa de |tarifa de |valor da )?comiss(ao|oes)( da)?( shopee)?( liquida)?$|^(net )?commission( fees?)?$/,
  netService: /^(taxa|tarifa)s? de servicos?( da)?( shopee)?( liquida)?$|^(net )?service fees?$/,
}
/** Banks too have a day, a transaction's type and an amount: their statements have none of these. */
const walletSigns = [...walletColumns.code, ...walletColumns.flow, ...walletColumns.balance.slice(0, 3)]
const walletWords = {
  at: /^(data|dia|hora|horario|date|time)\b/,
  type: /^(tipo|natureza|categoria)( (da|de|do))? (transac|moviment|lancament|operac)\w*$|^(tipo|movimentac\w*)$|^(transaction|movement) type$/,
  description: /descri|detalhe|historico|remark/,
  code,
  flow: /direc|entrada ?(\/|ou) ?saida|credito ?(\/|ou) ?debito|tipo de moviment|(money|cash) (flow|direction)|^(d ?\/ ?c|c ?\/ ?d)$/,
  amount: /^(valor|quantia|montante)( (da|de|do) (transac|moviment|lancament|operac)\w*)?$|^(transaction )?amount$/,
  status: /^(status|situacao|estado)\b/,
  balance: /saldo|balanc/,
}
const returnWords = {
  number:
    /^(id|no?|num\w*|cod\w*) (da |de |do )?(devoluc|reembols|return|refund|solicitac)|^(return|refund)\b.*\b(id|no|number|sn)$/,
  code,
  title: /^(nome do )?(produto|item)$|^(product|item)( name)?$/,
  sku: /^sku( do produto| do item)?$/,
  openedAt:
    /^(data|hora|horario|tempo|date)\b.*(solicit|abert|criac|pedido de dev|devoluc)|(return|refund|request)\w*( \w+)? (time|date)/,
  status: /^(status|situacao|estado)\b.*(devol|reembol|return|refund|solicit)|^(status|situacao)$/,
  kind: /^tipo( d[eao])? ?(devoluc|reembols|solicit)|^tipo$/,
  quantity: /^(qtde?|quantidade|quantity|qty)( devolvida)?$/,
  solution: /^solucao|solution/,
  reason: /^motivo( d[eao] (devoluc|reembols|solicit)\w*)?$|^reason$/,
  due: /^(prazo|data limite|responder ate)|deadline/,
  amount: /^(valor|quantia|montante|total)\b.*(reembols|devol)|refund amount/,
  compensation: /compensac|compensation/,
}
/** The English ones are our guess; what none of them means is reported as any unknown column. */
const advanceWords = {
  at: /^data\b.*(resgate|antecip|acelera|adiant)|(redemption|redeem|advance|early|fast|quick)\b.* (date|time)$|^(date|time) of .*(redemption|advance|payout)/,
  number:
    /^(id|no?|num\w*|cod\w*) (da |de |do )?(resgate|antecip|acelera|adiant)|(redemption|redeem|advance|early|fast|quick)\b.* (id|no|number)$/,
  code,
  advance:
    /^(valor|quantia|montante)\b.*(resgat|antecipad|adiantad|bruto)|^(redemption|redeemed|advanced?|early|fast|quick)( \w+){0,2} amount$/,
  fee: /^(taxa|tarifa|custo)( d[aeo])? (servico|antecip|resgate|acelera)|^(service|advance|redemption) fee$/,
  received:
    /^(valor|quantia|montante)\b.*(recebid|liquid|depositad|creditad)|^((net )?amount )?received( amount)?$|^(amount|value|net) (received|credited)$|^net (amount|payout)$/,
  rest: /restante|saldo a receber|remaining|outstanding/,
  returned: /reembolsad|devolvid|refunded|returned amount/,
  status: /^(status|situacao)\b/,
  dueOn: /vencimento|^due date$|maturity/,
}
const serviceFeeWords = {
  perItemBefore: /^taxa de r\$ ?\d+(?:[.,]\d+)? por item/,
  perItem: /^(taxa|tarifa|valor|parte|fee)\b.*\b(por|per) item/,
  transaction: /taxa de transac|transaction fee/,
}
/** Beside a transaction fee the fixed part need not say that it is of an item. */
const fixedPartWords = {
  ...serviceFeeWords,
  perItem: /^(taxa|tarifa|valor|parte|fee)\b.*\b(por|per) item|^(taxa|tarifa|parte) fixa\b|^fixed\b.*\b(fee|part)\b/,
}
const affiliateWords = {
  // A rate is no amount, and an order's commission stands in the row of each of its items.
  commission:
    /^(?!.*(\btaxa\b|\brate\b|pedido|\border\b|\bmcn\b)).*(comissao.*(afiliad|marca)|brand commission$|commission.*affiliate|affiliate.*commission)/,
  agency: /^(?!.*(\btaxa\b|\brate\b|pedido|\border\b)).*(comissao|commission).*\bmcn$/,
  service: /taxa de servico.*afiliad|affiliate.*service fee|^seller service fee/,
  attribution: /atribui|attribution/,
  affiliate: /^(nome (do|da) )?(afiliad|parceir)\w*$|^affiliate( name)?$/,
  total: /^(despesas?|custo)( total)?$|^total (de |das )?(despesas?|expenses?)$|^expenses?$/,
  state: /(estado|status|situacao) d[ae] (deduc|cobranc|desconto)|deduction status/,
}
const adsWords = {
  title: /^(nome d[oa] )?(anuncio|campanha)$|^(ad|campaign)( name)?$/,
  item: /^(id|cod\w*) d[oa] (produto|item)$|^(product|item) id$/,
  impressions: /^impress(ao|oes|ions?)$/,
  clicks: /^(cliques?|clicks?)$/,
  sales: /^(vendas|receita|faturamento|sales|revenue)( \(?gmv\)?| brutas?)?$|^gmv\b/,
  spend: /^(despesas?|gastos?|custo|investimento|expenses?|cost|spend)( total)?( (do|de|com) anuncios?)?$/,
}
const listingWords = {
  item: /^id d[oa] (produto|item|anuncio)$|^(product|item) id$/,
  title: /^(nome|titulo) d[oa] (produto|item|anuncio)$|^(product|item) (name|title)$/,
  model: /^(id|identificador) d[ae] (variac|variante|modelo)|^(variation|model) id/,
  variation: /^(nome d[ae] )?(variac\w*|variante)$|^variation( name)?$/,
  parentSku: /^sku (principal|pai|de referencia)|^parent sku/,
  sku: /^sku( d[ae] (variac|variante)\w*)?$|^variation sku/,
  price: /^preco( de venda| atual| original)?$|^price$/,
  gtin: /\b(gtin|ean)\b|^codigo de barras$/,
  stock: /^(estoque|stock)( do vendedor| total| disponivel| atual)?$|^seller stock$/,
  location:
    /^(id |nome |codigo )?(d[aoe] )?(localizacao|local|armazem|deposito|cd|centro de distribuicao)( d[eoa] (estoque|vendedor|envio))?$|^(stock |seller )?(location|warehouse)( id| name)?$|^et_title_(\w+_)?(location|warehouse)(_\w+)?$/,
}
const statWords = {
  at: /^(data|dia|tempo|date|day|time|periodo)$/,
  visitors: /^(total de |numero de )?visitantes( unicos| da loja)?$|^(unique )?visitors$/,
  clicks: /^cliques? (por|n?[oe]m?|de) produtos?$|^product clicks$/,
  orders: /^(total de |numero de |# de )?pedidos( totais)?$|^(total )?orders$/,
  buyers: /^(total de |numero de |# de )?compradores$|^(# of )?buyers$/,
  conversion: /^taxa de conversao( (do|de|dos) pedidos?)?$|^(order )?conversion rate$/,
  sales: /^(total de )?vendas( totais| brutas)?$|^(total )?sales$/,
  cancelled: /^(vendas canceladas|cancelled sales)$/,
  refunded: /^vendas (devolvidas|reembolsadas)|^sales (returned|refunded)|^(returned|refunded)\b.*sales$/,
}
const listingStatWords = {
  item: listingWords.item,
  title: /^(nome do )?(produto|item|anuncio)$|^product( name)?$/,
  visitors: /^visitantes( unicos)?( d[oe]s? produtos?)?$|^(product )?visitors$/,
  impressions: /^impress(ao|oes)( d[oe]s? produtos?)?$|^(product )?impressions?$/,
  clicks: /^cliques( (por|n?[oe]m?|de|do) produtos?)?$|^product clicks$/,
  units: /^unidades (vendidas|pagas)$|^units sold$/,
}

/** A bank's own statement: `sure` is what a list of one's own has no column of. */
const bankWords = {
  at: /^(data|date|dia)\b(?!.*(repasse|pedido))|^data_mov|^release_date$/,
  sure: /\bsaldos?\b|balance\b|_balance$|^identificador$|^historico$|^(data d[eo] )?lancamento$|^docto\.?$|^numero do documento$|^deb_?cred$|balancete|^tipo( d[ae])? transacao$|^codigo da transacao$|^transacao$|^origem ?\/ ?destino$/,
  amount: /^(valor|amount|credito|debito|entradas?|saidas?)\b|_amount$/,
}

type Names = Readonly<Record<string, readonly string[]>>
const source = (name: SheetPart, columns: Names, needs: string[], signs: readonly string[]) =>
  ({ name, columns, needs, signs }) satisfies HeadingSource<SheetPart, string>

/** The headings of each source; a sheet of orders is recognized, to refer it to its own page. */
export const moneySources = [
  {
    ...source('income', incomeColumns, ['code', 'total'], incomeColumns.total),
    likely: incomeWords,
    meaning: ['code', 'total', 'releasedOn'],
  },
  {
    ...source('adjustment', adjustmentColumns, ['amount', 'on'], adjustmentSigns),
    likely: adjustmentWords,
    sheet: /ajuste|adjust/,
  },
  {
    ...source('freight', freightColumns, ['code', 'charged'], freightColumns.expected),
    likely: freightWords,
    sheet: /frete|freight|shipping fee/,
    meaning: ['code', 'charged', 'expected'],
  },
  {
    ...source('serviceFees', serviceFeeColumns, ['code'], [...serviceFeeColumns.perItem, serviceFeeColumns.extra[0]]),
    likely: serviceFeeWords,
    sheet: /service fee|taxas? de servico/,
    meaning: ['code', 'perItem'],
  },
  ...(['perItem', 'perItemBefore'] as const).map((part) => ({
    ...source('serviceFees', serviceFeeColumns, ['code', 'transaction', part], serviceFeeColumns.perItem),
    likely: fixedPartWords,
    meaning: ['code', 'transaction', part],
  })),
  {
    ...source('wallet', walletColumns, ['at', 'type', 'amount'], walletSigns),
    likely: walletWords,
    meaning: ['at', 'type', 'amount', 'code'],
  },
  {
    ...source('wallet', walletColumns, ['at', 'type', 'moneyIn', 'moneyOut'], walletSigns),
    likely: walletWords,
    meaning: ['at', 'type', 'moneyIn', 'moneyOut', 'code'],
  },
  {
    ...source('returns', returnColumns, ['number', 'code', 'amount'], [...returnColumns.number]),
    likely: returnWords,
    meaning: ['number', 'code', 'amount', 'openedAt'],
  },
  {
    ...source('advances', advanceColumns, ['at', 'number', 'code', 'received'], [...advanceColumns.number]),
    likely: advanceWords,
    meaning: ['at', 'number', 'code', 'received'],
  },
  {
    ...source('advances', advanceColumns, ['at', 'number', 'code', 'advance', 'fee'], [...advanceColumns.number]),
    likely: advanceWords,
    meaning: ['at', 'number', 'code', 'advance', 'fee'],
  },
  {
    ...source('affiliates', affiliateColumns, ['code', 'attribution'], affiliateColumns.attribution),
    likely: affiliateWords,
    meaning: ['code', 'attribution', 'commission'],
  },
  {
    ...source('ads', adsColumns, ['item', 'spend'], [...adsColumns.spend]),
    likely: adsWords,
    meaning: ['item', 'spend', 'clicks', 'impressions'],
  },
  {
    ...source(
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
    likely: listingWords,
    meaning: ['item', 'title', 'model', 'price', 'stock'],
  },
  {
    ...source('stats', statColumns, ['at', 'visitors'], [...statColumns.visitors, ...statColumns.conversion]),
    likely: statWords,
    meaning: ['at', 'visitors', 'orders', 'conversion'],
  },
  {
    ...source(
      'listingStats',
      listingStatColumns,
      ['item', 'title'],
      [
        ...listingStatColumns.visitors,
        ...listingStatColumns.impressions,
        'Status Atual do Item',
        'Current Item Status',
      ],
    ),
    likely: listingStatWords,
    meaning: ['item', 'title', 'visitors', 'impressions'],
  },
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
  {
    ...source('bankSheet', { at: [], amount: [], sure: [] }, ['at', 'amount', 'sure'], []),
    likely: bankWords,
  },
  // Totals of the shop by day and device, or of all products: visitors and orders of a day stand in the shop's statistics.
  source(
    'overview',
    {
      at: ['Data', 'Tempo', 'Date', 'Time'],
      visitors: [
        'Visitantes (Visitar)',
        'Visitors (Visit)',
        'Visitantes do Produto (Visita)',
        'Product Visitors (Visit)',
        'Visitantes',
        'Visitors',
      ],
    },
    ['at', 'visitors'],
    [
      'Compradores (Pedidos Feitos)',
      'Buyers (Placed Orders)',
      'Visualizações da Página',
      'Page Views',
      'Novos Visitantes',
      'New Visitors',
      'Itens visitados',
      'Items Visited',
    ],
  ),
  source(
    'orders',
    { code: orderCodes, status: ['Status do pedido', 'Order Status'] },
    ['code', 'status'],
    ['Status do pedido', 'Order Status'],
  ),
]

/** The kind of a file by one of its sheets; a sheet of orders belongs elsewhere. */
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
  bankSheet: 'bank',
}

/** Known and not read: why, in the words of a refusal. A bank's sheet is read where it says in which direction money moved. */
export const unreadTypes: Partial<Record<SheetPart, RefusalCode>> = {
  affiliateTotals: 'moneyFileAffiliateTotals',
  fullStock: 'moneyFileFullStock',
  overview: 'moneyFileOverview',
  bankSheet: 'moneyFileBankSheet',
  orders: 'moneyFileIsOrders',
}

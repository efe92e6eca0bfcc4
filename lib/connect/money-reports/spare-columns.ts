import { foldHeading, namesOfHeading } from '@/lib/core/sheets/heading-names'
import { isSpareBankColumn } from './bank-columns'
import type { SheetPart } from './columns'

/** Columns that are understood and not needed: what they say is said elsewhere in the row, or is no money of the seller's. */
const spare: Partial<Record<SheetPart, string>> = {
  income:
    'Número da sequência|Sequence No.|Nº|No.|SKU|Nome do produto|Product Name|Data de criação do pedido|Order Creation Date|Canal de liberação|Payout Channel|' +
    'Tipo de pedido|Order Type|Hot Listing|Nome de usuário (Comprador)|Username (Buyer)|Quantia paga pelo comprador|Amount Paid By Buyer|' +
    'Método de Pagamento do Comprador|Buyer Payment Method|Parcelamento (se aplicável)|Instalment Plan (If Applicable)|Promoção de Desconto no Frete|' +
    'Shipping Fee Discount Promotion|Transportadora|Shipping Provider|Nome da Transportadora|Courier Name|Tipo de Estoque|Stock Type|Código do Cupom|Voucher Code|' +
    'Valor Reembolsado ao Comprador|Moeda|Currency|Método de pagamento|Payment Method|ID do produto|Product ID|Data de pagamento|Payment Date',
  adjustment:
    'Nº|No.|Número da sequência|Sequence No.|Data de conclusão do pagamento|Payout Completed Date|Moeda|Currency',
  freight:
    'Nº|No.|Número da sequência|Sequence No.|Diferença|Diferença de frete|Valor da diferença|Difference|Shipping Fee Difference|' +
    'Número de rastreamento|Tracking Number|Transportadora|Shipping Provider|Opção de envio|Shipping Option',
  serviceFees: 'Nº|No.|Número da sequência|Sequence No.',
  affiliates:
    'Status do Pedido|Status verificado|Preço(R$)|Preço|Qtd|Valor da Compra|Valor da Compra(R$)|Valor do reembolso|Valor do reembolso(R$)|Método de dedução|' +
    'Nome de usuário do afiliado|ID do afiliado|Order Status|Verified Status|Price(R$)|Price|Qty|Purchase Value|Refund Amount|Deduction Method|Affiliate ID|Affiliate Username|Nome do item|Nome do produto|Categoria Global L1|Categoria Global L2|Categoria Global L3|Canal|' +
    'Data de criação do pedido|Horário do pedido|Hora do pedido|Tempo de Conclusão|Tipo de Produto|Promoção|ID da promoção|Nome da loja|ID da loja|Canal original|' +
    'MCN afiliado|Order Time|Order Completed Time|Item Name|L1 Global Category|L2 Global Category|L3 Global Category|Promotion id|Affiliate MCN|Channel|Original Channel',
  wallet: 'Valor a Ser Ajustado|Amount To Be Adjusted|Nº|No.',
  returns:
    'Data de criação do pedido|Nome de usuário (Comprador)|Username (Buyer)|IMEI|Preço da unidade|Unit Price|Tempo decorrido de reembolso|Retorno ao Armazém Shopee|' +
    'Valor pago pelo comprador|Método de pagamento|Observação do Comprador|Hot Listing|Motivo da devolução revisado|' +
    'Tipo de Estoque|Buyer contact number|Número de telefone do comprador|Endereço de coleta|Opção de envio|Opção de Entrega|Número de rastreamento|Número de rastreio|Transportadora|Observação do vendedor|' +
    'Opção de envio de devolução|Número de rastreamento de devolução|Status de rastreamento de devolução|Tempo de entrega de devolução concluída|' +
    'Endereço de entrega|UF|Cidade|CEP|Telefone|Endereço de coleta de devolução|Estado' +
    '|Order Creation Date|Refund Time|Return to Shopee Warehouse|Return Shipping Option|Return Tracking Number|Return Tracking Status|' +
    'Return Delivered Time|Revised Return Reason|Seller Note|Buyer Note|Amount Paid by Buyer|Payment Method|Shipping Option|Tracking Number|Stock Type',
  advances:
    'Valor de pedidos disponível para resgate rápido|Percentual de resgate rápido|Faturamento total do pedido|Valor pendente|Data da última transação',
  listings:
    'et_title_reason|Motivo da Falha|ps_minimum_purchase_quantity|ps_maximum_purchase_quantity|ps_maximum_purchase_quantity_start_date|' +
    'ps_maximum_purchase_quantity_time_period|ps_maximum_purchase_quantity_end_date|et_title_product_description|Descrição do Produto|Quantidade mínima|Quantidade máxima|' +
    'Quantidade Mínima de Compra|Quantidade Máxima de Compra',
  stats:
    'Vendas Sem os Descontos da Shopee|Sales Without Shopee Discount|Sales without Shopee Discounts|Returned/Refunded Orders|Returned / Refunded Orders|Vendas por Pedido|Pedidos Cancelados|Pedidos Devolvidos / Reembolsados|# de novos compradores|' +
    '# de compradores existentes|# de compradores em potencial|Repetir Índice de Compras|Sales per Order|Cancelled Orders|Refunded Orders|# of new buyers|' +
    '# of existing buyers|# of potential buyers|Repeat Purchase Rate|Tempo|Data',
  listingStats:
    'Status Atual do Item|Status Atual da Variação|Nome da Variação|SKU da Variação|Impressões Únicas de Produto|Cliques Únicos no Produto|CTR|' +
    'Visualizações da Página do Produto|Taxa de Rejeição do Produto|Cliques em Buscas|Curtidas|Visitantes do Produto (Adicionar ao Carrinho)|' +
    'Taxa de Conversão (Adicionar ao Carrinho)|Vendas (Pedido Realizado) (BRL)|Pedido Feito|Produto Pago|Unidades (Pedido Realizado)|' +
    'Compradores (Pedido Realizado)|Compradores (Pedido Pago)|Compradores (Pedidos Pago)|Taxa de Conversão (Pedido Realizado)|Taxa de Conversão de Pedido (Pedido Realizado)|Vendas por Pedido (Pedido Realizado) (BRL)|' +
    'Visitantes que saíram da página|Etiqueta|Pedidos (Pedidos feitos)|Pedidos (Pedidos pagos)|Placed Order|Confirmed Order|Paid Order|Units (Placed Order)|SKU|' +
    'Sales (Placed Order) (BRL)|Buyers (Placed Order)|Buyers (Confirmed Order)|Buyers (Paid Order)|Unique Product Impressions|Unique Product Clicks|' +
    'Product Page Views|Product Bounce Visitors|Product Bounce Rate|Search Clicks|Likes|Product Visitors (Add to Cart)|Conversion Rate (Add to Cart)|' +
    'Conversion Rate (Placed Order)|Order Conversion Rate (Placed Order)|Sales per Order (Placed Order) (BRL)|Sales per Order (Confirmed Order) (BRL)|' +
    'Vendas por Pedido (Pedido Pago) (BRL)|Current Item Status|Current Variation Status|Variation Name|Variation SKU',
  ads:
    '#|Status|Tipos de Anúncios|Segmentação de Público|Criativo|Método de Lance|Posicionamento|Data de Início|Data de Encerramento|CTR|Add to Cart|' +
    'Adicionar ao carrinho|Add to Cart Rate|Taxa de adição ao carrinho|Conversões|Conversões Diretas|Taxa de Conversão|Taxa de Conversão Direta|Custo por Conversão|Custo por Conversão Direta|' +
    'Itens Vendidos|Itens Vendidos Diretos|Receita direta|ROAS|ROAS Direto|ACOS|ACOS Direto|Impressões do Produto|Cliques de Produtos|CTR do Produto|Voucher Amount|Vouchered Sales|' +
    'Sequence|Ads Type|Audience Targeting|Creative|Bidding Method|Placement|Start Date|End Date|Conversions|Direct Conversions|Conversion Rate|' +
    'Direct Conversion Rate|Cost per Conversion|Cost per Direct Conversion|Items Sold|Direct Items Sold|Direct GMV|Direct ROAS|Direct ACOS|' +
    'Product Impressions|Product Clicks|Product CTR',
}

const folded = new Map(
  Object.entries(spare).map(([part, names]) => [part, new Set(names.split('|').map(foldHeading))] as const),
)
const sheets = new Set(['summary', 'resumo', 'sumario'])

/** The files of mass updates for shipping, days and pictures name their fields by number and channel. */
const spareKeys =
  /^(et_title_(product_(weight|length|width|height|dimension|description|category)|category|global_attr|size_chart|image|variation_\d|option_)|ps_(item_(cover_)?image|product_(weight|length|width|height|non_pre_order|pre_order|is_pre_order)|days_to_ship|dts|pre_?order|(category|brand)$|(min|max)imum_purchase)|channel_id)/

/** Rates, and sums of what the item's own columns say. */
const spareCommissions =
  /^(taxa de comissao|porcentagem de comissao)\b.*(marca|afiliad|mcn)|commission rate\b|^(comissao do pedido da marca|order brand commission)\b|^(comissao do item da marca|item brand commission)$/

export const isSpareColumn = (part: SheetPart, heading: string): boolean =>
  namesOfHeading(heading).some((name) => folded.get(part)?.has(name)) ||
  (part === 'bankSheet' && isSpareBankColumn(heading)) ||
  (part === 'listings' && spareKeys.test(foldHeading(heading))) ||
  (part === 'affiliates' && spareCommissions.test(foldHeading(heading)))
/** A sheet of totals alone: every amount of it stands in another one row by row. */
export const isSpareSheet = (name: string): boolean => sheets.has(foldHeading(name))

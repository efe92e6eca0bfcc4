import { rebateOffsets, serviceCents } from '../payment/escrow'
import { REFUND_AFTER_PAYOUT } from '../payment/settle-order'
import type { PlatformSettings } from '../platform-settings'
import type { SheetOrder } from './order-pages'
import type { Cell, Sheet } from './sheet-writer'
import { day, money } from './sheet-text'

/** As a report of 04/2026 has them. */
const ADJUSTMENT_HEADERS = [
  'Data de conclusão do ajuste',
  'Tipo/Descrição do ajuste',
  'Motivo do ajuste',
  'Valor do ajuste',
  'Número do pedido relacionado',
  'Data de conclusão do pagamento',
]

const HEADERS = [
  'Número da sequência|Ver|ID do pedido|ID do reembolso|SKU|Nome do produto|Data de criação do pedido',
  'Data de conclusão do pagamento|Canal de liberação|Tipo de pedido|Hot Listing|Quantia total lançada (R$)',
  'Preço do produto|Valor do Reembolso|Ajuste por pagamento via PIX|Taxa de frete paga pelo comprador',
  'Frete cobrado pelo parceiro logístico|Desconto de frete pela Shopee|Taxa de envio reverso',
  'Taxa de devolução do vendedor|Incentivo Shopee para ação comercial|Voucher subsidiado pelo Seller',
  'Voucher compartilhado subsidiado pelo Seller|Coin Cashback subsidiado pelo Seller',
  'Coin Cashback compartilhado subsidiado pelo Seller|Taxa de comissão líquida|Taxa de serviço líquida',
  'Taxa de transação|Taxa de comissão Afiliados do Vendedor|Nome de usuário (Comprador)|Quantia paga pelo comprador',
  'Método de Pagamento do Comprador|Parcelamento (se aplicável)|Promoção de Desconto no Frete|Transportadora',
  'Nome da Transportadora|Tipo de Estoque|Taxa de comissão bruta|Taxa de serviço bruta|Código do Cupom',
  'Ajuste por participação em ação comercial|Compensação perdida|Valor Reembolsado ao Comprador',
  'Taxa de Devolução Fácil Shopee|Taxa da Recarga Automática (Pedido)',
]
  .join('|')
  .split('|')

/** Columns that hold words. */
const NOT_MONEY: readonly string[] = [
  'SKU',
  'Nome do produto',
  'Tipo de pedido',
  'Hot Listing',
  'Nome de usuário (Comprador)',
  'Quantia paga pelo comprador',
  'Método de Pagamento do Comprador',
  'Parcelamento (se aplicável)',
  'Promoção de Desconto no Frete',
  'Transportadora',
  'Nome da Transportadora',
  'Tipo de Estoque',
  'Código do Cupom',
  'Valor Reembolsado ao Comprador',
]

const paidOut = (order: SheetOrder) => order.payoutCents ?? order.income.escrowCents

const less = (cents: number) => money(0 - cents)

/** Costs are negative here, unlike in the orders' export. */
function orderRow(order: SheetOrder, sequence: number): Cell[] {
  const { terms, fees, buyerTotalCents, goodsCents } = order.income
  const { money: sums } = order
  const term = (name: keyof typeof terms) => terms[name] ?? 0
  const rebate = rebateOffsets(fees, sums.productRebateCents)
  return [
    sequence,
    'Order',
    order.orderSn,
    // A refund after the payout has a row of its own.
    order.returnedAfterPayout ? '-' : (order.returnSns[0] ?? '-'),
    '-',
    '-',
    day(order.createTime),
    day(order.releaseTime),
    'Saldo da Carteira',
    order.isFbs ? 'FBS' : 'Normal',
    order.isHot ? 'Y' : 'N',
    money(paidOut(order)),
    money(goodsCents),
    money(term('seller_return_refund')),
    less(sums.pixDiscountCents),
    money(term('buyer_paid_shipping_fee')),
    less(term('actual_shipping_fee')),
    money(term('shopee_shipping_rebate')),
    less(term('reverse_shipping_fee')),
    money(0),
    money(0),
    less(term('voucher_from_seller')),
    money(0),
    less(term('seller_coin_cash_back')),
    money(0),
    less(fees.commissionCents - rebate.commission),
    less(serviceCents(fees) - rebate.fixed),
    money(0),
    less(term('order_ams_commission_fee')),
    order.buyerUsername,
    money(buyerTotalCents),
    order.paymentMethod,
    '-',
    '-',
    order.carrier,
    order.carrier,
    order.isFbs ? 'Estoque Shopee' : 'Estoque do Vendedor',
    less(fees.commissionCents),
    less(serviceCents(fees)),
    order.sellerVoucherCode || '-',
    less(rebate.commission + rebate.fixed),
    money(0),
    money(0 - term('seller_return_refund')),
    less(term('shipping_seller_protection_fee_amount')),
    less(term('ads_escrow_top_up_fee_or_technical_support_fee')),
  ]
}

// Invented: which columns a refund's own row fills, and that the order's number of the refund stands there. That it has a row of its own is measured.
/** Refunds granted after the payout: one row for each, on its own day, with nothing but the refund. */
function refundRows(order: SheetOrder, sequence: number): Cell[][] {
  return order.adjustments.filter(isRefund).map(({ amountCents, createTime }) =>
    HEADERS.map((header): Cell => {
      const values: Record<string, Cell> = {
        'Número da sequência': sequence,
        Ver: 'Order',
        'ID do pedido': order.orderSn,
        'ID do reembolso': order.returnSns[0] ?? '-',
        'Data de criação do pedido': day(order.createTime),
        'Data de conclusão do pagamento': day(createTime),
        'Canal de liberação': 'Saldo da Carteira',
        'Quantia total lançada (R$)': money(amountCents),
        'Valor do Reembolso': money(amountCents),
      }
      return values[header] ?? (header.endsWith('do pedido') || NOT_MONEY.includes(header) ? '-' : money(0))
    }),
  )
}

const isRefund = ({ reason }: SheetOrder['adjustments'][number]) => reason === REFUND_AFTER_PAYOUT

function skuRows(order: SheetOrder, sequence: number): Cell[][] {
  return order.items.map((item, index) => {
    const row = HEADERS.map((): Cell => '-')
    const values: Record<string, Cell> = {
      'Número da sequência': sequence,
      Ver: 'Sku',
      'ID do pedido': order.orderSn,
      SKU: item.modelSku || item.itemSku || '-',
      'Nome do produto': item.itemName,
      'Data de criação do pedido': day(order.createTime),
      'Data de conclusão do pagamento': day(order.releaseTime),
      'Preço do produto': money(order.income.lines[index]!.amountCents),
    }
    for (const [name, value] of Object.entries(values)) row[HEADERS.indexOf(name)] = value
    return row
  })
}

/** `released` pages again through the orders paid out in the period, once for each sheet that needs them. */
export function incomeSheets(
  released: () => AsyncIterable<SheetOrder>,
  { refundRowsApart }: Pick<PlatformSettings, 'refundRowsApart'>,
): Sheet[] {
  const rows = async function* (headers: Cell[][], of: (order: SheetOrder, sequence: number) => Cell[][]) {
    yield* headers
    let sequence = 0
    for await (const order of released()) yield* of(order, ++sequence)
  }
  return [
    { name: 'Summary', rows: summary(released, refundRowsApart) },
    {
      name: 'Renda',
      // Two rows of groups stand above the header.
      rows: rows([['Informações do pedido'], ['', '', '', ''], HEADERS], (order, sequence) => [
        orderRow(order, sequence),
        ...skuRows(order, sequence),
        ...(refundRowsApart ? refundRows(order, sequence) : []),
      ]),
    },
    {
      name: 'Service Fee Details',
      rows: rows(
        [['ID do pedido', 'Taxa de Transação', 'Taxa de serviço adicional', 'Taxa por item vendido']],
        (order) => [
          [
            order.orderSn,
            less(order.income.fees.transactionCents),
            less(order.income.fees.additionalCents + order.income.fees.affiliateServiceCents),
            less(order.income.fees.fixedCents),
          ],
        ],
      ),
    },
    {
      name: 'Shipping Fee Discrepancy',
      rows: rows(
        [
          [
            'ID do pedido',
            // With their colons, as a report of 04/2026 has them.
            'Taxa de frete esperada:',
            'Taxa de frete real cobrada pelo parceiro logístico:',
            'Motivo da discrepância',
          ],
        ],
        (order) =>
          order.actualShippingCents > order.estimatedShippingCents
            ? [
                [
                  order.orderSn,
                  money(order.estimatedShippingCents),
                  money(order.actualShippingCents),
                  'Peso divergente',
                ],
              ]
            : [],
      ),
    },
    {
      name: 'Adjustment',
      rows: rows([ADJUSTMENT_HEADERS], (order) =>
        order.adjustments
          .filter((adjustment) => !refundRowsApart || !isRefund(adjustment))
          .map(({ createTime, reason, amountCents }) => [
            day(createTime),
            'Ajuste do pedido',
            reason,
            money(amountCents),
            order.orderSn,
            day(createTime),
          ]),
      ),
    },
  ]
}

/** The total of the sheet `Renda`, with the refunds that have rows of their own in it. */
async function* summary(released: () => AsyncIterable<SheetOrder>, refundRowsApart: boolean): AsyncGenerator<Cell[]> {
  let orders = 0
  let cents = 0
  for await (const order of released()) {
    orders += 1
    cents += paidOut(order)
    if (!refundRowsApart) continue
    for (const { amountCents } of order.adjustments.filter(isRefund)) cents += amountCents
  }
  yield ['Relatório de renda']
  yield ['Pedidos', orders]
  yield ['Quantia total lançada (R$)', money(cents)]
}

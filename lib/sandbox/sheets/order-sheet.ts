import { rebateOffsets, serviceCents } from '../payment/escrow'
import { maskText, recipientOf } from '../orders/buyer'
import type { SheetOrder } from './order-pages'
import type { Cell } from './sheet-writer'
import { money, time } from './sheet-text'

export const ORDER_HEADERS = [
  'ID do pedido|Status do pedido|Hot Listing|Cancelar Motivo|Status da Devolução / Reembolso|Número de rastreamento',
  'Opção de envio|Método de envio|Data de criação do pedido|Hora do pagamento do pedido|Data prevista de envio',
  'Tempo de Envio|Domestic Delivered Date|Hora completa do pedido|Data da Finalização do Cancelamento|Pedido FBS',
  'Nº de referência do SKU principal|Nome do Produto|Número de referência SKU|Nome da variação|Shopee Owned',
  'Preço original|Preço acordado|Quantidade|Subtotal do produto|Desconto do vendedor|Desconto do vendedor',
  'Incentivo Shopee para ação comercial|Ajuste por participação em ação comercial|Peso total SKU',
  'Número de produtos pedidos|Peso total do pedido|Código do Cupom|Cupom do vendedor',
  'Coin Cashback Voucher Amount Sponsored by Seller|Cupom|Incentivo de cupom|Ajuste por pagamento via PIX',
  'Indicador da Leve Mais por Menos|Desconto Shopee da Leve Mais por Menos',
  'Desconto da Leve Mais por Menos do vendedor|Compensar Moedas Shopee|Total descontado Cartão de Crédito|Valor Total',
  'Taxa de envio pagas pelo comprador|Taxa de Envio Reversa|Taxa de transação|Taxa de comissão bruta',
  'Taxa de comissão líquida|Taxa de serviço bruta|Taxa de serviço líquida|Total global|Valor estimado do frete',
  'Nome de usuário (comprador)|Nome do destinatário|Telefone|Endereço de entrega|Cidade|Bairro|Cidade|UF|País|CEP',
  'Observação do comprador|Nota',
]
  .join('|')
  .split('|')

const STATUSES: Record<string, string> = {
  UNPAID: 'Não pago',
  SHIPPED: 'Enviado',
  TO_CONFIRM_RECEIVE: 'Entregue',
  TO_RETURN: 'Entregue',
  COMPLETED: 'Concluído',
  CANCELLED: 'Cancelado',
}
const TO_SHIP = 'A Enviar'

const RETURN_STATUSES: Record<string, string> = {
  ACCEPTED: 'Solicitação Aprovada',
  CLOSED: 'Solicitação Encerrada',
  CANCELLED: 'Solicitação Cancelada',
}

const REASONS: Record<string, string> = {
  'Unpaid Order': 'Cancelado automaticamente pelo sistema Shopee. Motivo: Pedido não pago',
  'Buyer Request to Cancel': 'Cancelado pelo comprador. Motivo: Mudei de ideia',
  'Out of Stock': 'Cancelado pelo vendedor. Motivo: Fora de estoque',
  'Seller did not Ship': 'Cancelado automaticamente pelo sistema Shopee. Motivo: Vendedor não enviou',
  'Failed Delivery': 'Cancelado automaticamente pelo sistema Shopee. Motivo: Falha na entrega',
  'Parcel is Lost': 'Cancelado automaticamente pelo sistema Shopee. Motivo: Pacote extraviado',
}

/** One row for each item; what belongs to the order stands on each of them. */
export function orderRows(order: SheetOrder): Cell[][] {
  const { income, money: sums } = order
  const { fees } = income
  const recipient = recipientOf(order.buyerUserId)
  const shows = order.status === 'READY_TO_SHIP'
  const weight = order.weightGrams / 1000
  const total = (cents: number) => money(Math.max(0, cents))
  const service = serviceCents(fees)
  const rebate = rebateOffsets(fees, sums.productRebateCents)
  return order.items.map((item, index) => {
    const line = income.lines[index]!
    const discount = line.originalUnitCents * line.units - line.amountCents
    return [
      order.orderSn,
      STATUSES[order.status] ?? TO_SHIP,
      order.isHot ? 'Y' : 'N',
      order.status === 'CANCELLED' ? (REASONS[order.cancelReason] ?? order.cancelReason) : '',
      order.returnStatus === '' ? '' : (RETURN_STATUSES[order.returnStatus] ?? 'Em análise'),
      order.trackingNumber,
      order.carrier,
      order.isFbs ? 'Enviado pela Shopee' : 'Postagem',
      time(order.createTime),
      order.payTime === null ? '-' : time(order.payTime),
      time(order.shipByTime),
      time(order.pickupTime),
      time(order.deliveredTime),
      time(order.completedTime),
      time(order.cancelledTime),
      order.isFbs ? 'Yes' : 'No',
      item.itemSku,
      item.itemName,
      item.modelSku || item.itemSku,
      item.modelName,
      'FALSE',
      money(line.originalUnitCents),
      money(line.unitCents),
      line.units,
      money(line.amountCents),
      money(discount),
      money(discount),
      money(0),
      money(sums.productRebateCents),
      money(0),
      income.lines.reduce((sum, each) => sum + each.units, 0),
      weight.toFixed(2),
      order.sellerVoucherCode,
      money(sums.sellerVoucherCents),
      money(0),
      money(sums.sellerVoucherCents + sums.shopeeVoucherCents),
      money(sums.shopeeVoucherCents),
      money(sums.pixDiscountCents),
      'N',
      money(0),
      money(0),
      money(sums.coinsCents),
      money(0),
      total(income.buyerTotalCents),
      money(sums.buyerPaidShippingCents),
      money(sums.reverseShippingCents),
      money(0),
      money(fees.commissionCents),
      money(fees.commissionCents - rebate.commission),
      money(service),
      money(service - rebate.fixed),
      total(income.goodsCents - sums.sellerVoucherCents + sums.buyerPaidShippingCents),
      money(order.estimatedShippingCents),
      order.buyerUsername,
      shows ? recipient.name : maskText,
      maskText,
      shows ? recipient.full_address : maskText,
      // The first of the two is always empty in the real exports.
      '',
      recipient.district,
      recipient.city,
      recipient.state,
      'BR',
      shows ? recipient.zipcode : maskText,
      order.messageToSeller,
      order.note,
    ]
  })
}

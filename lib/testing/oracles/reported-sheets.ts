import type { SheetCell } from '../factories/sheets'
import { reais } from './chance'
import { totalOf, type backOf, type Bill, type Entry } from './reported-order'

export const incomeHead = [
  'Ver|ID do pedido|ID do reembolso|Data de conclusão do pagamento|Quantia total lançada (R$)|Preço do produto|Valor do Reembolso',
  'Ajuste por pagamento via PIX|Taxa de frete paga pelo comprador|Frete cobrado pelo parceiro logístico|Desconto de frete pela Shopee',
  'Taxa de envio reverso|Voucher subsidiado pelo Seller|Taxa de comissão líquida|Taxa de serviço líquida|Taxa de transação',
  'Taxa de comissão Afiliados do Vendedor|Taxa de comissão bruta|Taxa de serviço bruta|Ajuste por participação em ação comercial',
  'Taxa de Devolução Fácil Shopee|Taxa da Recarga Automática (Pedido)',
]
  .join('|')
  .split('|')
export const adjustmentHead = [
  'Número do pedido relacionado',
  'Data de conclusão do ajuste',
  'Motivo do ajuste',
  'Valor do ajuste',
]
export const walletHead =
  'Data|Tipo de transação|Descrição|ID do pedido|Direção do dinheiro|Valor|Status|Balança após as transações'.split('|')
export const returnHead = [
  'ID da Devolução|ID do pedido|Nome do Produto|SKU da Variação|Tempo de envio de devolução|Status da Devolução / Reembolso',
  'Tipo de Devolução|Quantidade de Devoluções|Solução para Retorno e Reembolso|Motivo da Devolução|Quantia total de reembolsos',
]
  .join('|')
  .split('|')
export const advanceHead = [
  'Data do resgate rápido|ID do resgate rápido|ID do pedido|Valor dos resgates rápidos|Taxa de Serviço|Valor recebido',
  'Valor restante para pagamento|Valor reembolsado|Status|Data de vencimento',
]
  .join('|')
  .split('|')

export const noBill: Bill = {
  price: 0,
  voucher: 0,
  commission: 0,
  service: 0,
  paid: 0,
  charged: 0,
  rebate: 0,
  reverse: 0,
  affiliate: 0,
  protection: 0,
  ads: 0,
  transaction: 0,
  refund: 0,
  tax: 0,
}

type Rebate = { pix: number; back: ReturnType<typeof backOf> }
export function incomeRow(code: string, on: string, bill: Bill, refundId = '-', rebate?: Rebate): SheetCell[] {
  const pix = rebate?.pix ?? 0
  const { commissionBackCents: ofCommission = 0, serviceBackCents: ofService = 0 } = rebate?.back ?? {}
  return [
    'Order',
    code,
    refundId,
    on,
    reais(totalOf(bill)),
    reais(bill.price),
    reais(bill.refund),
    reais(-pix),
    reais(bill.paid),
    reais(bill.charged),
    reais(bill.rebate),
    reais(bill.reverse),
    reais(bill.voucher),
    reais(bill.commission + ofCommission),
    reais(bill.service + ofService),
    reais(bill.transaction),
    reais(bill.affiliate),
    reais(bill.commission),
    reais(bill.service),
    reais(-pix),
    reais(bill.protection),
    reais(bill.ads),
  ]
}

/** In the order of time, with the balance after each. */
export function walletRows(entries: readonly Entry[]): SheetCell[][] {
  let balance = 0
  return entries
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map(({ day, type, about, cents, code }, at) => {
      balance += cents
      const minute = String(at % 540)
      const time = `${String(9 + Math.floor(Number(minute) / 60)).padStart(2, '0')}:${String(Number(minute) % 60).padStart(2, '0')}`
      return [
        `${day} ${time}`,
        type,
        about,
        code ?? '-',
        cents < 0 ? 'Saída' : 'Entrada',
        reais(cents),
        'Transação concluída',
        reais(balance),
      ]
    })
}

import type { Database } from '../database'
import type { Period } from './order-pages'
import type { Cell } from './sheet-writer'
import { time } from './sheet-text'

const HEADERS = [
  'ID da Devolução|ID do pedido|Data de criação do pedido|Nome de usuário (Comprador)|Nome do Produto|SKU principal',
  'Nome da variação|SKU da Variação|IMEI|Preço da unidade|Tempo de envio de devolução',
  'Status da Devolução / Reembolso|Tipo de Devolução|Quantidade de Devoluções|Solução para Retorno e Reembolso',
  'Motivo da Devolução|Observações da Devolução|Quantia total de reembolsos|Tempo decorrido de reembolso',
  'Retorno ao Armazém Shopee|Compensação ao Vendedor (Disputa bem sucedida/Ajuste em carteira)',
  'Valor pago pelo comprador|Método de pagamento|Observação do Comprador|Hot Listing|Motivo da devolução revisado',
]
  .join('|')
  .split('|')

// Invented: most words of the states and kinds of a return. The headings are measured.
const STATUSES: Record<string, string> = {
  REQUESTED: 'Devolução solicitada',
  PROCESSING: 'Em processamento',
  JUDGING: 'Em disputa',
  SELLER_DISPUTE: 'Em disputa',
  ACCEPTED: 'Reembolso concluído',
  CANCELLED: 'Devolução cancelada',
  CLOSED: 'Devolução encerrada',
}

const KINDS: Record<string, string> = {
  refund_only: 'Somente reembolso',
  return_refund: 'Devolução e reembolso',
  failed_delivery: 'Falha na entrega',
  lost: 'Pacote extraviado',
}

type Row = {
  return_sn: string
  order_sn: string
  kind: string
  status: string
  reason: string
  text_reason: string
  refund_amount_cents: number
  compensation_amount_cents: number | null
  create_time: number
  needs_logistics: boolean
  order_time: number
  buyer_username: string
  total_amount_cents: number
  payment_method: string
  hot_listing: boolean
  items: { name: string; itemSku: string; modelSku: string; quantity: number; priceCents: number }[]
}

const brl = (cents: number) => `R$${(cents / 100).toFixed(2).replace('.', ',')}`

export async function* returnRows(db: Database, period: Period): AsyncGenerator<Cell[]> {
  yield HEADERS
  const { rows } = await db.query<Row>(
    `SELECT r.return_sn, r.order_sn, r.kind, r.status, r.reason, r.text_reason, r.refund_amount_cents,
       r.compensation_amount_cents, r.create_time, r.needs_logistics, o.create_time AS order_time, o.buyer_username,
       o.total_amount_cents, o.payment_method, o.hot_listing, r.items
     FROM returns r JOIN orders o USING (order_sn)
     WHERE r.shop_id = $1 AND r.create_time BETWEEN $2 AND $3 ORDER BY r.create_time, r.return_sn`,
    [period.shopId, period.fromTime, period.toTime],
  )
  for (const row of rows) yield* row.items.map((item) => returnRow(row, item))
}

const returnRow = (row: Row, item: Row['items'][number]): Cell[] => [
  row.return_sn,
  row.order_sn,
  time(row.order_time),
  row.buyer_username,
  item.name,
  item.itemSku,
  '',
  item.modelSku,
  '',
  brl(item.priceCents),
  time(row.create_time),
  STATUSES[row.status] ?? row.status,
  KINDS[row.kind] ?? row.kind,
  item.quantity,
  row.needs_logistics ? 'Devolução e reembolso' : 'Reembolso',
  row.reason,
  row.text_reason,
  brl(row.refund_amount_cents),
  '',
  'Não',
  row.compensation_amount_cents === null ? '' : brl(row.compensation_amount_cents),
  brl(row.total_amount_cents),
  row.payment_method,
  '',
  row.hot_listing ? 'Y' : 'N',
  '',
]

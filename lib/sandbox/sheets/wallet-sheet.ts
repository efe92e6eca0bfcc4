import type { Database } from '../database'
import { WALLET_TYPES, type WalletType } from '../payment/wallet'
import type { Period } from './order-pages'
import type { Cell } from './sheet-writer'
import { day, money, time } from './sheet-text'

const HEADERS =
  'Data|Tipo de transação|Descrição|ID do pedido|Direção do dinheiro|Valor|Status|Balança após as transações|Valor a Ser Ajustado'.split(
    '|',
  )
/** The rows above the header in the real report. */
const METADATA_ROWS = 17
const PAGE = 1000

const TYPES: Partial<Record<(typeof WALLET_TYPES)[WalletType]['tab'], string>> = {
  wallet_order_income: 'Renda do pedido',
  wallet_withdrawals: 'Saques',
  fast_pay: 'Shopee Acelera',
  fast_escrow_repayment: 'Shopee Acelera',
}

type Sums = { moneyIn: bigint; moneyOut: bigint; before: bigint }

/** The block "Resumo": what came in, what went out, and the balances before and after. */
async function readSummary(db: Database, { shopId, fromTime, toTime }: Period): Promise<Cell[][]> {
  const { rows } = await db.query<Sums>(
    `SELECT coalesce(sum(amount_cents) FILTER (WHERE create_time >= $2 AND amount_cents > 0), 0)::bigint AS "moneyIn",
       coalesce(sum(amount_cents) FILTER (WHERE create_time >= $2 AND amount_cents < 0), 0)::bigint AS "moneyOut",
       coalesce(sum(amount_cents) FILTER (WHERE create_time < $2), 0)::bigint AS before
     FROM wallet_transaction WHERE shop_id = $1 AND create_time <= $3`,
    [shopId, fromTime, toTime],
  )
  const { moneyIn, moneyOut, before } = rows[0]!
  return [
    ['Resumo'],
    ['Entrada total de dinheiro', money(Number(moneyIn))],
    ['Saída total', money(Number(moneyOut))],
    ['Saldo inicial', money(Number(before))],
    ['Saldo final', money(Number(before + moneyIn + moneyOut))],
  ]
}

type Row = {
  id: bigint
  type: string
  amount_cents: number
  balance_cents: bigint
  create_time: number
  order_sn: string
  reason: string
  description: string
}

export async function* walletRows(db: Database, period: Period, shopName: string): AsyncGenerator<Cell[]> {
  const metadata: Cell[][] = [
    ['Relatório de Transações'],
    ['Nome da loja', shopName],
    ['De', day(period.fromTime)],
    ['Até', day(period.toTime)],
  ]
  yield* metadata
  const summary = await readSummary(db, period)
  yield* summary
  for (let row = metadata.length + summary.length; row < METADATA_ROWS; row++) yield [' ']
  yield HEADERS
  let after: [number, bigint] = [0, 0n]
  for (;;) {
    const { rows } = await db.query<Row>(
      `SELECT id, type, amount_cents, balance_cents, create_time, order_sn, reason, description FROM wallet_transaction
       WHERE shop_id = $1 AND create_time BETWEEN $2 AND $3 AND (create_time, id) > ($4, $5)
       ORDER BY create_time, id LIMIT ${PAGE}`,
      [period.shopId, period.fromTime, period.toTime, ...after],
    )
    yield* rows.map(walletRow)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = [last.create_time, last.id]
  }
}

/** A type that is not listed stands under its own word, as the real report has unpublished words. */
const wordOf = (type: string): string =>
  type in WALLET_TYPES ? (TYPES[WALLET_TYPES[type as WalletType].tab] ?? 'Ajuste') : type

// Invented: the words of the description and of the block above the headings. Headings and types are measured.
const walletRow = (row: Row): Cell[] => [
  time(row.create_time),
  wordOf(row.type),
  row.description || (row.order_sn === '' ? row.reason : `${row.reason || 'Renda do pedido'} #${row.order_sn}`),
  row.order_sn || '-',
  row.amount_cents < 0 ? 'Saída' : 'Entrada',
  money(row.amount_cents),
  'Transação completa',
  money(Number(row.balance_cents)),
  '-',
]

import type { MoneyKind } from '../generated/prisma/enums'
import { incomeColumns, type AdjustmentField, type FreightField, type IncomeField } from './columns'
import type { IncomeItem, IncomeLine } from './items'
import type { RowCells } from './row-cells'

type Term = { field: IncomeField; kind: MoneyKind; key: string }

/**
 * What each column is to a seller, under the API's name of the same amount, in the report's own signs: what costs the seller is negative.
 * Net fees stand where a report has no gross ones; with gross ones the share in a commercial action is contained in them.
 */
const terms: readonly Term[] = [
  { field: 'price', kind: 'product_revenue', key: 'original_cost_of_goods_sold' },
  { field: 'shopeeRebate', kind: 'product_revenue', key: 'shopee_discount' },
  { field: 'refundAmount', kind: 'refund', key: 'seller_return_refund' },
  { field: 'pix', kind: 'other', key: 'pix_discount' },
  { field: 'freightPaid', kind: 'freight_paid', key: 'buyer_paid_shipping_fee' },
  { field: 'freightCharged', kind: 'freight_charged', key: 'actual_shipping_fee' },
  { field: 'freightRebate', kind: 'freight_rebate', key: 'shopee_shipping_rebate' },
  { field: 'reverseFreight', kind: 'reverse_freight', key: 'reverse_shipping_fee' },
  { field: 'returnFreight', kind: 'reverse_freight', key: 'final_return_to_seller_shipping_fee' },
  { field: 'voucher', kind: 'seller_voucher', key: 'voucher_from_seller' },
  { field: 'sharedVoucher', kind: 'seller_voucher', key: 'shared_voucher_from_seller' },
  { field: 'coins', kind: 'coins', key: 'seller_coin_cash_back' },
  { field: 'sharedCoins', kind: 'coins', key: 'shared_seller_coin_cash_back' },
  { field: 'transaction', kind: 'other', key: 'seller_transaction_fee' },
  { field: 'affiliate', kind: 'affiliate', key: 'order_ams_commission_fee' },
  { field: 'compensation', kind: 'compensation', key: 'seller_lost_compensation' },
  { field: 'protection', kind: 'protection', key: 'shipping_seller_protection_fee_amount' },
  { field: 'adsTopUp', kind: 'ads', key: 'ads_escrow_top_up_fee_or_technical_support_fee' },
]
const grossTerms: readonly Term[] = [
  { field: 'grossCommission', kind: 'commission', key: 'commission_fee' },
  { field: 'grossService', kind: 'service', key: 'service_fee' },
]
const netTerms: readonly Term[] = [
  { field: 'netCommission', kind: 'commission', key: 'commission_fee' },
  { field: 'netService', kind: 'service', key: 'service_fee' },
  { field: 'rebateShare', kind: 'commission', key: 'seller_product_rebate' },
]

export type FreightNote = { expectedCents: bigint | null; reason: string | null }

type Repeats = (code: string, part: string, at: Date | null) => string
/** Where a report has two rows of an order and of a day and no refund to tell them apart, they are counted. */
export function makeRepeats(): Repeats {
  const counts = new Map<string, number>()
  return (code, part, at) => {
    const row = `${code} ${part} ${at?.getTime() ?? ''}`
    const nth = (counts.get(row) ?? 0) + 1
    counts.set(row, nth)
    return nth === 1 ? part : `${part}~${nth}`
  }
}

/** Of an item's own row nothing is read: the order's row has all the money once. */
export const isOrderRow = (cells: RowCells<IncomeField>): boolean =>
  !cells.has('view') || /^(order|pedido)$/i.test(cells.note('view') ?? '')

export const keyOf = (term: string, part: string) => (part === '' ? term : `${term}#${part}`)

/** `isOff`: the columns do not make the total; what is left stands as a line of its own, so that nothing is lost. */
export function readIncomeRow(
  cells: RowCells<IncomeField>,
  freight: ReadonlyMap<string, FreightNote>,
  again: Repeats,
): { item: IncomeItem; isOff: boolean } | null {
  const code = cells.code('code')
  const amount = cells.money('total', { required: true })
  const at = cells.moment('releasedOn', { required: true })
  const part = again(code ?? '', cells.code('refund', { required: false }) ?? '', at)
  const isGross = cells.has('grossCommission') && cells.has('grossService')
  const lines: IncomeLine[] = []
  for (const { field, kind, key } of [...terms, ...(isGross ? grossTerms : netTerms)]) {
    const cents = cells.money(field)
    if (cents === null || (cents === 0n && field !== 'price')) continue
    const name = field === 'freightCharged' ? named(field, freight.get(code ?? '')) : incomeColumns[field][0]
    lines.push({ kind, key: keyOf(key, part), amount: cents, name })
  }
  if (cells.problems.length > 0 || !code || amount === null || !at) return null
  const rest = amount - lines.reduce((sum, line) => sum + line.amount, 0n)
  if (rest !== 0n) lines.push({ kind: 'other', key: keyOf('rest', part), amount: rest, name: 'Outros valores' })
  return { item: { code, part, amount, at, lines }, isOff: rest !== 0n }
}

const written = (cents: bigint) => `${cents / 100n},${String(cents % 100n).padStart(2, '0')}`

function named(field: 'freightCharged', note: FreightNote | undefined): string {
  const name = incomeColumns[field][0]
  if (!note) return name
  const said = [note.expectedCents === null ? null : `esperado R$ ${written(note.expectedCents)}`, note.reason]
  return `${name} (${said.filter(Boolean).join(', ')})`.slice(0, 200)
}

export function readFreightRow(cells: RowCells<FreightField>): [string, FreightNote] | null {
  const code = cells.note('code', 40)
  const expectedCents = cells.money('expected')
  return code && cells.problems.length === 0 ? [code, { expectedCents, reason: cells.note('reason', 100) }] : null
}

/** A correction has no number: day, amount and how many like it there were tell it from others. */
export function makeAdjustments(): (cells: RowCells<AdjustmentField>) => IncomeItem | null {
  const counts = new Map<string, number>()
  return (cells) => {
    const code = cells.code('code')
    const amount = cells.money('amount', { required: true })
    const at = cells.moment('on', { required: true })
    if (cells.problems.length > 0 || !code || amount === null || !at) return null
    const alike = `${code} ${at.toISOString()} ${amount}`
    const nth = (counts.get(alike) ?? 0) + 1
    counts.set(alike, nth)
    const part = `${at.toISOString().slice(0, 10)}/${amount}/${nth}`
    const name = cells.note('reason', 200) ?? 'order_adjustment'
    const line: IncomeLine = { kind: 'adjustment', key: keyOf('order_adjustment', part), amount, name }
    return { code, part, amount: null, at, lines: [line] }
  }
}

import { absolute } from '@/lib/core/big-int'
import { plainDecimal } from '@/lib/core/money'
import { createHash } from 'node:crypto'
import type { MoneyKind } from '@/lib/generated/prisma/enums'
import type { UnknownAmount } from '@/lib/core/sheets/column-watch'
import { foldHeading } from '@/lib/core/sheets/heading-names'
import { incomeColumns, type AdjustmentField, type FreightField, type IncomeField } from './columns'
import type { IncomeItem, IncomeLine } from './items'
import type { RowCells } from './row-cells'
import { CORRECTION_KEY, kindOfCorrection } from '@/lib/money/wallet/correction-kind'
import { pixOfSale } from '@/lib/money/fees/pix-of-sale'

type Term = { field: IncomeField; kind: MoneyKind; key: string }

/**
 * The seller's meaning of each column, under the API's name of the same amount, in the report's own signs: a cost is
 * negative. Net fees stand where a report has no gross ones; with gross ones the share in a commercial action is
 * contained in them.
 */
const terms: readonly Term[] = [
  { field: 'price', kind: 'product_revenue', key: 'original_cost_of_goods_sold' },
  { field: 'shopeeRebate', kind: 'product_revenue', key: 'shopee_discount' },
  { field: 'refundAmount', kind: 'refund', key: 'seller_return_refund' },
  { field: 'pix', kind: 'pix_discount', key: 'pix_discount' },
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
/**
 * Columns that a report may have beside those above, or may include in them already: they count towards the row's money
 * only where the total says so.
 */
const optionalTerms: readonly Term[] = [
  { field: 'coupon', kind: 'seller_voucher', key: 'voucher_from_seller' },
  { field: 'couponIncentive', kind: 'seller_voucher', key: 'voucher_incentive' },
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

type Repeats = (code: string, part: string, at: Date | null, said: string) => string | null
/**
 * Where a report has two rows of an order and of a day and no refund to tell them apart, they are counted; null for one that says all the same again.
 * Counted by what they say and not by where they stand, so that a sheet sorted otherwise tells the same.
 */
export function makeRepeats(): Repeats {
  const known = new Map<string, string[]>()
  return (code, part, at, text) => {
    const row = `${code} ${part} ${at?.getTime() ?? ''}`
    const said = createHash('sha256').update(text).digest('base64').slice(0, 22)
    const before = known.get(row)
    if (!before) known.set(row, [said])
    else if (before.includes(said)) return null
    else before.push(said)
    const nth = known.get(row)!.length
    return nth === 1 ? part : `${part}~${nth}`
  }
}

/** An item's own row is not read: the order's row has all the money once. */
export const isOrderRow = (cells: RowCells<IncomeField>): boolean =>
  !cells.has('view') || /^(order|pedido)s?$/i.test(cells.note('view') ?? '')

export const isItemRow = (view: string | null): boolean => /^(sku|item|produto|product)s?$/i.test(view ?? '')

export const keyOf = (term: string, part: string) => (part === '' ? term : `${term}#${part}`)

export type IncomeRead = { item: IncomeItem; isOff: boolean } | { repeated: string } | null

/** `isOff`: the columns do not make the total; what is left stands as a line of its own, so that nothing is lost. */
export function readIncomeRow(
  cells: RowCells<IncomeField>,
  freight: { get: (code: string) => FreightNote | undefined },
  again: Repeats,
  unknown: readonly UnknownAmount[] = [],
): IncomeRead {
  const code = cells.code('code')
  const amount = cells.money('total', { required: true })
  const at = cells.moment('releasedOn', { required: true })
  const refund = cells.code('refund', { required: false }) ?? ''
  if (cells.problems.length > 0 || !code || amount === null || !at) return null
  const part = again(code, refund, at, cells.said())
  if (part === null) return { repeated: code }
  const note = freight.get(code)
  const isGross = cells.has('grossCommission') && cells.has('grossService')
  const linesOf = (of: readonly Term[]): IncomeLine[] =>
    of.flatMap(({ field, kind, key }) => {
      const cents = cells.money(field)
      if (cents === null || (cents === 0n && field !== 'price')) return []
      const name = field === 'freightCharged' ? named(field, note) : incomeColumns[field][0]
      return [{ kind, key: keyOf(key, part), amount: cents, name }]
    })
  const plain = linesOf([...terms, ...(isGross ? grossTerms : netTerms)])
  const more = joined(linesOf(optionalTerms.filter(({ field }) => cells.has(field))), plain)
  const left = (lines: readonly IncomeLine[]) => amount - lines.reduce((sum, line) => sum + line.amount, 0n)
  const lines = [...(left(plain) === 0n ? plain : more)]
  lines.push(...pixRebate(lines, left(lines), cells.money('rebateShare') ?? 0n, part))
  const rest = left(lines)
  if (rest === 0n) return { item: { code, part, amount, at, lines: pixOfSale(lines) }, isOff: false }
  const said = saidBy(unknown, rest).map(({ name, cents }) => ({
    kind: 'other' as const,
    key: keyOf(`column:${foldHeading(name)}`.replaceAll('#', ''), part),
    amount: cents,
    name: name.slice(0, 200),
  }))
  if (said.length > 0) return { item: { code, part, amount, at, lines: pixOfSale([...lines, ...said]) }, isOff: false }
  lines.push({ kind: 'other', key: keyOf('rest', part), amount: rest, name: 'Outros valores' })
  return { item: { code, part, amount, at, lines: pixOfSale(lines) }, isOff: true }
}

/**
 * The buyer's saving by Pix comes back over the fees: where it makes the total, it offsets the discount, or the price
 * that was lowered by it. Zero where the total does not need it.
 */
function pixRebate(lines: readonly IncomeLine[], rest: bigint, rebateShare: bigint, part: string): IncomeLine[] {
  const discount = -lines.reduce((sum, { key, amount }) => (key.startsWith('pix_discount') ? sum + amount : sum), 0n)
  const rebate = absolute(rebateShare)
  const [name] = incomeColumns.rebateShare
  const back: IncomeLine = { kind: 'pix_rebate', key: keyOf('pix_rebate', part), amount: discount, name }
  const price: IncomeLine = { kind: 'product_revenue', key: keyOf('seller_product_rebate', part), amount: rebate, name }
  if (discount > 0n && rest === discount) return [back]
  if (rebate > 0n && rest === rebate) return [price]
  return discount > 0n && rebate > 0n && rest === discount + rebate ? [back, price] : []
}

/** Amounts of one key are one line. */
function joined(more: readonly IncomeLine[], lines: readonly IncomeLine[]): IncomeLine[] {
  const all = lines.map((line) => ({ ...line }))
  for (const line of more) {
    const same = all.find(({ key }) => key === line.key)
    if (same) same.amount += line.amount
    else all.push(line)
  }
  return all.filter(({ amount, kind }) => amount !== 0n || kind === 'product_revenue')
}

/** Which amounts under unknown headings make up what is left: all of them or one alone; none where that is not so. */
function saidBy(unknown: readonly UnknownAmount[], rest: bigint): readonly UnknownAmount[] {
  const some = unknown.filter(({ cents }) => cents !== 0n)
  if (some.length > 0 && some.reduce((sum, { cents }) => sum + cents, 0n) === rest) return some
  const alone = some.filter(({ cents }) => cents === rest)
  return alone.length === 1 ? alone : []
}

const written = (cents: bigint) => plainDecimal(cents).replace('.', ',')

function named(field: 'freightCharged', note: FreightNote | undefined): string {
  const name = incomeColumns[field][0]
  if (!note) return name
  const said = [note.expectedCents === null ? null : `esperado R$ ${written(note.expectedCents)}`, note.reason]
  return `${name} (${said.filter(Boolean).join(', ')})`.slice(0, 200)
}

/**
 * Null without an order. `chargedCents` is not used for the order's money: the income report states it, and oddities of
 * it are reported.
 */
export function readFreightRow(
  cells: RowCells<FreightField>,
): (FreightNote & { code: string; chargedCents: bigint | null }) | null {
  const code = cells.code('code')
  const expectedCents = cells.money('expected')
  const chargedCents = cells.money('charged')
  const reason = [cells.note('reason', 100), ...weightsOf(cells)].filter((said) => said !== null).join(', ')
  return code ? { code, expectedCents, chargedCents, reason: reason || null } : null
}

/** The two weights with the unit that their headings have. */
const weightsOf = (cells: RowCells<FreightField>): (string | null)[] =>
  (['declaredWeight', 'measuredWeight'] as const).map((field) => {
    const weight = cells.note(field, 20)
    const [, name = '', unit = ''] = /^([^(]*?)\s*(?:\(([^)]*)\))?:?$/.exec(cells.headingOf(field)) ?? []
    return weight === null
      ? null
      : `${name.toLowerCase()} ${weight}${/[a-z]/i.test(weight) || unit === '' ? '' : ` ${unit}`}`
  })

/**
 * A correction has no number: day, amount and how many like it there were tell it from others. One that names no order is the shop's own: its code is
 * empty.
 */
export function makeAdjustments(): (cells: RowCells<AdjustmentField>) => IncomeItem | null {
  const counts = new Map<string, number>()
  return (cells) => {
    const code = cells.code('code', { required: false }) ?? ''
    const amount = cells.money('amount', { required: true })
    const at = cells.moment('on', { required: true })
    if (cells.problems.length > 0 || amount === null || !at) return null
    const said = [cells.note('reason', 200), cells.note('about', 200)].filter((text) => text !== null)
    const name = [...new Set(said)].join(' · ').slice(0, 200) || CORRECTION_KEY
    // The shop's own movements may agree in day and amount: their words distinguish them.
    const alike = `${code} ${at.toISOString()} ${amount} ${code === '' ? foldHeading(name) : ''}`
    const nth = (counts.get(alike) ?? 0) + 1
    counts.set(alike, nth)
    const day = at.toISOString().slice(0, 10)
    const part = code === '' ? `${day}/${amount}/${foldHeading(name)}/${nth}` : `${day}/${amount}/${nth}`
    const kind = code === '' ? 'adjustment' : kindOfCorrection(name, amount)
    const line: IncomeLine = { kind, key: keyOf(CORRECTION_KEY, part), amount, name }
    return { code, part, amount: null, at, lines: [line] }
  }
}

import { createHash } from 'node:crypto'
import { absolute } from '@/lib/core/big-int'
import type { UnknownAmount } from '@/lib/core/sheets/column-watch'
import { foldHeading } from '@/lib/core/sheets/heading-names'
import { affiliateColumns, serviceFeeColumns, type AffiliateField, type ServiceFeeField } from './columns'
import type { FeeDetail, FeeLine } from './items'
import { isCutNumber } from '@/lib/core/sheets/sheet-values'
import type { RowCells } from './row-cells'
import { feeStateRank } from '@/lib/money/fees/reported-fees'

const parts = [
  ['transaction', 'transaction_fee'],
  ['perItem', 'fee_per_item'],
  ['perItemBefore', 'fee_per_item'],
  ['extra', 'additional_service_fee'],
] as const

/** The parts of an order's service fee; an amount under an unknown heading is one of them, under that heading. */
export function readServiceFeeRow(
  cells: RowCells<ServiceFeeField>,
  unknown: readonly UnknownAmount[],
): FeeDetail | null {
  const code = cells.code('code')
  const known: FeeLine[] = []
  for (const [field, key] of parts) {
    const amount = cells.money(field)
    const same = known.find((line) => line.key === key)
    if (same) same.amount += amount ?? 0n
    else if (amount !== null) known.push({ key, name: serviceFeeColumns[field][0], amount, state: null })
  }
  const others: FeeLine[] = unknown.map(({ name, cents }) => ({
    key: `column:${foldHeading(name)}`.slice(0, 100),
    name: name.slice(0, 100),
    amount: cents,
    state: null,
  }))
  if (cells.problems.length > 0 || !code) return null
  return { code, report: 'service_fees', fees: [...known, ...others], saidCents: null }
}

const identity = ['attribution', 'sku', 'item', 'model'] as const

/**
 * The affiliate charge of an item of an order. One order may have several, of one attribution too: they are
 * distinguished by all fields that identify them. No name of the affiliate is stored.
 */
export function readAffiliateRow(cells: RowCells<AffiliateField>): FeeDetail | null {
  const code = cells.code('code')
  const attribution = cells.code('attribution', { required: false }) ?? cells.note('attribution', 60) ?? ''
  const [commission, agency] = [cells.money('commission'), cells.money('agency') || null]
  const [service, total] = [cells.money('service'), cells.money('total')]
  const state = cells.note('state', 100)
  // A number that a spreadsheet cut would make another charge of the same one.
  for (const field of identity) if (isCutNumber(cells.note(field) ?? '')) cells.refuse(field, 'notCode')
  if (cells.problems.length > 0 || !code) return null
  const notes = (['sku', 'affiliate', 'campaign', 'period', 'item', 'model'] as const).map((field) => cells.note(field))
  const key = `${attribution}/${createHash('sha256').update(JSON.stringify(notes)).digest('base64url').slice(0, 12)}`
  const line = (field: 'commission' | 'agency' | 'service' | 'total', amount: bigint | null): FeeLine[] =>
    amount === null ? [] : [{ key: `${key}/${field}`, name: affiliateColumns[field][0], amount, state }]
  const fees = [...line('commission', commission), ...line('agency', agency), ...line('service', service)]
  return { code, report: 'affiliates', fees: fees.length > 0 ? fees : line('total', total), saidCents: total }
}

export const sumOf = ({ fees }: FeeDetail): bigint => fees.reduce((sum, { amount }) => sum + amount, 0n)

type FeeAmount = { amount: number; state: string | null }
const text = ({ amount, state }: FeeAmount) => `${String(Math.abs(amount)).padStart(18, '0')} ${amount} ${state ?? ''}`

/** The further state of a charge stands, in any order of reading; in one state the greater amount. */
export function isFurtherFee(before: FeeAmount, now: FeeAmount): boolean {
  const [was, is] = [feeStateRank(before.state), feeStateRank(now.state)]
  return is > was || (is === was && text(now) > text(before))
}

/** For rows of a sheet that has one for each order: of two that differ, the one with the smaller amount, which is not the one that stands. */
export function makeFeeDifferences(): (item: FeeDetail) => FeeDetail | null {
  const known = new Map<string, FeeDetail>()
  return (item) => {
    const before = known.get(item.code)
    if (!before) {
      known.set(item.code, item)
      return null
    }
    const [smaller, greater] = absolute(sumOf(before)) > absolute(sumOf(item)) ? [item, before] : [before, item]
    known.set(item.code, greater)
    return smaller
  }
}

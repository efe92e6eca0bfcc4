import { absolute } from '@/lib/core/big-int'
import { shareRebate } from '@/lib/money/fees/share-rebate'
import type { Field } from './columns'
import type { ItemRow } from './order-row'

type Fees = Record<'commission' | 'service' | 'transaction', bigint | null>
export const uncharged: Fees = { commission: null, service: null, transaction: null }

/**
 * The platform's charges before a commercial action gives some of them back, in cents: the gross columns, and where one
 * of them is empty the net one and its part of the rebate. A fee that is needed and cannot be read is not zero: the
 * order then counts as not charged yet.
 */
export function grossFees(rows: ItemRow[], baseCents: bigint): Fees {
  const read = (field: Field) => {
    const values = rows.map((row) => row.values[field])
    return values.find((value) => typeof value === 'bigint') ?? null
  }
  const isUnread = (field: Field) =>
    read(field) === null && rows.some(({ odd }) => odd.some((problem) => problem.field === field))
  const transaction = read('transactionFee')
  const net = { commission: read('commission'), service: read('service') }
  // A gross column that stands empty may be written as a zero.
  const grossOf = (gross: bigint | null, net: bigint | null) =>
    gross === 0n && net !== null && net > 0n ? null : gross
  const grossBy = {
    commission: grossOf(read('commissionGross'), net.commission),
    service: grossOf(read('serviceGross'), net.service),
  }
  const isWithout = (part: 'commission' | 'service') => grossBy[part] === null && net[part] !== null
  const needed: Field[] = [
    'transactionFee',
    ...(grossBy.commission === null ? (['commission', 'commissionGross'] as const) : []),
    ...(grossBy.service === null ? (['service', 'serviceGross'] as const) : []),
    ...(isWithout('commission') || isWithout('service') ? (['feeRebate'] as const) : []),
  ]
  if (needed.some(isUnread)) return uncharged
  const rebate = rebateOf(rows)
  const left = rebate - back(grossBy.commission, net.commission) - back(grossBy.service, net.service)
  const rest = left < 0n ? 0n : left
  if (isWithout('commission') && isWithout('service')) {
    const shares = shareRebate(
      { baseCents, netCommissionCents: net.commission!, netServiceCents: net.service!, netServiceRules: [] },
      { amountCents: rest, commissionOffsetCents: null, serviceOffsetCents: null },
    )
    return {
      commission: net.commission! + shares.commissionCents,
      service: net.service! + shares.serviceCents,
      transaction,
    }
  }
  const whole = (part: 'commission' | 'service') => grossBy[part] ?? (net[part] === null ? null : net[part] + rest)
  return { commission: whole('commission'), service: whole('service'), transaction }
}

const back = (gross: bigint | null, net: bigint | null) => (gross === null || net === null ? 0n : gross - net)

/** Its column stands among those of the items, but rows of one order that all say the same say the order's. */
function rebateOf(rows: ItemRow[]): bigint {
  const each = rows.flatMap(({ values }) => (typeof values.feeRebate === 'bigint' ? [values.feeRebate] : []))
  const [first = 0n] = each
  const whole = each.every((cents) => cents === first) ? first : each.reduce((all, cents) => all + cents, 0n)
  return absolute(whole)
}

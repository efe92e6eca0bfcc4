import { absolute } from '@/lib/core/big-int'
import type { Movement } from '@/lib/money/wallet/number-movements'
import { kindOfReport, orderIn } from '@/lib/money/wallet/report-words'
import { isCancelledAdvance, isReturnedAdvance } from './advance-words'
import type { AdsField, AdvanceField, ReturnField, WalletField } from './columns'
import type { AdsItem, AdvanceItem, ReturnItem } from './items'
import { wallToInstant } from '@/lib/core/sheets/cell-values'
import { daysIn, type RowCells } from './row-cells'

const out =
  /^(sa[ií]d|sai\b|retirad|d[eé]bit|pagament|cobran|negativ|enviad|money out|outflow|out\b|outgoing|withdraw|d$)/i
const into = /^(entr|cr[eé]dit|recebi|positiv|money in|inflow|in\b|incoming|c$|\+$)/i
export const isDirection = (words: string): boolean => out.test(words) || into.test(words)

/** Whether a row calls what it takes away money that came in; of the two its sign stands. */
export const contradicts = (words: string, cents: bigint): boolean => cents < 0n && into.test(words)

/** A column for each direction: one of them says the amount. */
function twoColumns(cells: RowCells<WalletField>): bigint | null {
  const [into, out] = [cells.money('moneyIn'), cells.money('moneyOut')]
  if (into === null && out === null) cells.refuse('moneyIn', 'missing')
  return absolute(into ?? 0n) - absolute(out ?? 0n)
}

/** The sign may stand in the amount or in the column of the direction. */
export function readWalletRow(cells: RowCells<WalletField>): Movement | null {
  const at = cells.moment('at', { required: true })
  const amount = cells.has('amount') ? cells.money('amount', { required: true }) : twoColumns(cells)
  const balanceCents = cells.money('balance')
  const type = cells.note('type', 100)
  const description = cells.note('description')
  const orderCode = cells.code('code', { required: false }) ?? orderIn(description ?? '')
  const status = cells.note('status', 100)
  if (cells.problems.length > 0 || !at || amount === null) return null
  const flow = cells.note('flow') ?? ''
  // A dash beside an amount without a sign may be a minus, and an unknown word either way.
  if (amount > 0n && (cells.isDash('flow') || (flow !== '' && !isDirection(flow)))) {
    cells.refuse('flow', 'noDirection')
    return null
  }
  const amountCents = amount > 0n && out.test(flow) ? -amount : amount
  return {
    at,
    amountCents,
    balanceCents,
    type: type ?? '',
    status,
    orderCode,
    description,
    kind: kindOfReport(type ?? '', description ?? '', amountCents),
    refundNumber: null,
    withdrawalId: null,
    feeCents: 0n,
    reason: null,
    source: 'file',
  }
}

/** The platform's numbers begin with their day: 261101AB…. */
function dayOfNumber(number: string | null): Date | null {
  const [, year, month, day] = /^(\d{2})(\d{2})(\d{2})[0-9A-Z]{6,}$/i.exec(number ?? '') ?? []
  const [text] = daysIn(`20${year}-${month}-${day}`)
  return text === undefined ? null : new Date(wallToInstant(Date.parse(`${text}T00:00:00Z`)))
}

export function readReturnRow(cells: RowCells<ReturnField>): ReturnItem | null {
  const number = cells.code('number')
  const code = cells.code('code')
  const refundCents = cells.money('amount')
  const compensationCents = cells.money('compensation')
  const openedAt = cells.moment('openedAt') ?? dayOfNumber(number)
  if (!openedAt) cells.refuse('openedAt', cells.note('openedAt') === null ? 'missing' : 'notTime')
  const dueAt = cells.moment('due')
  const reasons = [cells.note('reason', 200), cells.note('disputeReason', 200)].filter((text) => text !== null)
  const quantity = Math.max(1, cells.count('quantity'))
  if (cells.problems.length > 0 || !number || !code || !openedAt) return null
  return {
    number,
    code,
    refundCents: refundCents === null ? null : absolute(refundCents),
    compensationCents: compensationCents === null ? null : absolute(compensationCents),
    openedAt,
    dueAt,
    status: cells.note('status', 100) ?? '',
    kind: cells.note('kind', 100) ?? '',
    solution: cells.note('solution', 100) ?? '',
    text: cells.note('remarks'),
    reason: [...new Set(reasons)].join(' · ') || null,
    lines: [
      {
        sku: cells.note('sku', 200) ?? cells.note('parentSku', 200),
        title: cells.note('title', 500) ?? '',
        variation: cells.note('variation', 300),
        quantity,
      },
    ],
  }
}

const sizeOf = (cents: bigint | null) => (cents === null ? null : absolute(cents))

export function readAdvanceRow(cells: RowCells<AdvanceField>): AdvanceItem | null {
  const at = cells.moment('at', { required: true })
  const number = cells.code('number', { least: 1 })
  const code = cells.code('code')
  const [advance, fee, rest, returned] = [
    cells.money('advance'),
    cells.money('fee'),
    cells.money('rest'),
    cells.money('returned'),
  ]
  const isNamed = cells.note('received') !== null || advance === null || fee === null
  const receivedCents = isNamed ? cells.money('received', { required: true }) : advance - absolute(fee)
  const due = cells.moment('dueOn')
  if (cells.problems.length > 0 || !at || !number || !code || receivedCents === null) return null
  const status = cells.note('status', 100)
  // Without a fee of its own the row names it by its two amounts.
  const feeCents = absolute(fee ?? (advance !== null && advance > receivedCents ? advance - receivedCents : 0n))
  const advanceCents = advance ?? receivedCents + feeCents
  const amounts = isCancelledAdvance(status)
    ? { receivedCents: 0n, feeCents: 0n, returnedCents: 0n, restCents: absolute(rest ?? 0n) + advanceCents }
    : { receivedCents, feeCents, returnedCents: sizeOf(returned), restCents: sizeOf(rest) }
  if (returned === null && cells.has('returned') && isReturnedAdvance(status)) cells.doubt('returned', 'missing')
  return {
    number,
    code,
    at,
    status,
    advanceCents,
    ...amounts,
    // The value read is a day's beginning in São Paulo, three hours into the day elsewhere.
    dueOn: due ? due.toISOString().slice(0, 10) : null,
  }
}

export function readAdsRow(cells: RowCells<AdsField>): AdsItem | null {
  // A dash is nothing; an empty cell says nothing.
  const count = (field: 'clicks' | 'impressions') => (cells.isDash(field) ? 0 : cells.whole(field))
  const [clicks, impressions] = [count('clicks'), count('impressions')]
  const salesCents = cells.isDash('sales') ? 0n : cells.money('sales')
  // An ad that was clicked or sold has spent.
  const isIdle = cells.note('spend') === null && (cells.isDash('spend') || (!clicks && !salesCents))
  const spendCents = isIdle ? 0n : cells.money('spend', { required: true })
  const written = cells.note('item', 40) ?? ''
  // A number that a spreadsheet cut is reported: its spending stays with the shop.
  const item = /^\d{3,20}$/.test(written) ? written : (cells.code('item', { required: false }) ?? '')
  if (cells.problems.length > 0 || spendCents === null) return null
  return {
    item: /^\d{3,20}$/.test(item) ? item : '',
    title: cells.note('title', 300) ?? '',
    spendCents: absolute(spendCents),
    salesCents,
    clicks,
    impressions,
  }
}

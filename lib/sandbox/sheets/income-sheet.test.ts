import { REFUND_AFTER_PAYOUT } from '../payment/settle-order'
import { incomeSheets } from './income-sheet'
import type { SheetOrder } from './order-pages'
import type { Cell } from './sheet-writer'

const order = (orderSn: string, payoutCents: number | null, refunds: number[] = []) =>
  ({
    orderSn,
    payoutCents,
    money: { productRebateCents: 0 },
    income: {
      terms: {},
      fees: { commissionCents: 0, transactionCents: 0, fixedCents: 0, additionalCents: 0, affiliateServiceCents: 0 },
      lines: [],
      escrowCents: 700,
      goodsCents: 900,
      buyerTotalCents: 900,
    },
    items: [],
    returnSns: refunds.length > 0 ? ['R1'] : [],
    returnedAfterPayout: refunds.length > 0,
    adjustments: refunds.map((amountCents) => ({
      amountCents,
      createTime: 1_790_000_000,
      reason: REFUND_AFTER_PAYOUT,
    })),
    createTime: 1_790_000_000,
    releaseTime: 1_790_000_000,
    actualShippingCents: 0,
    estimatedShippingCents: 0,
  }) as unknown as SheetOrder

async function rowsOf(name: string, refundRowsApart: boolean): Promise<Cell[][]> {
  const released = async function* () {
    yield order('A', 5000)
    yield order('B', 3000, [-1200, -100])
    yield order('C', null)
  }
  const rows: Cell[][] = []
  for await (const row of incomeSheets(released, { refundRowsApart }).find((sheet) => sheet.name === name)!.rows)
    rows.push(row)
  return rows
}

test.each([
  [true, 7400],
  [false, 8700],
])('the income sheet’s total is the sum of its rows, refunds with rows of their own: %s', async (isApart, cents) => {
  const [, , total] = await rowsOf('Summary', isApart)
  const [headings, ...rows] = (await rowsOf('Renda', isApart)).slice(2)
  const at = headings!.indexOf('Quantia total lançada (R$)')
  expect(Math.round(rows.reduce((sum, row) => sum + Number(row[at]), 0) * 100)).toBe(cents)
  expect(Math.round(Number(total![1]) * 100)).toBe(cents)
})

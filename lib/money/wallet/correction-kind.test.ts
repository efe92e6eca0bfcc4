import { kindOfCorrection } from './correction-kind'

test.each([
  ['Return Refund deduction', -1000n, 'refund'],
  ['Reembolso ao comprador', -1n, 'refund'],
  ['Ajuste por devolução', -1n, 'refund'],
  ['Return Refund compensation', 1000n, 'adjustment'],
  ['logistic issue deduction', -1000n, 'adjustment'],
  [null, -1000n, 'adjustment'],
] as const)('a correction by the reason "%s" of %s cents is of the kind %s', (reason, cents, kind) => {
  expect(kindOfCorrection(reason, cents)).toBe(kind)
})

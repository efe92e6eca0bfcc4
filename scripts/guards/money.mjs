import { guard, inFile, inFunction } from './shape.mjs'

/** That no cent is lost, found or counted twice. */
export const money = [
  guard(
    'half-up',
    'that half a cent of a fee or of tax goes up',
    inFile('lib/core/rounding.ts', /numerator \* 2n \+ denominator/, 'numerator * 2n'),
    'lib/core/rounding.test.ts',
  ),
  guard(
    'remainder',
    'the remainder of a split amount: the parts no longer add up to it',
    inFile('lib/core/rounding.ts', /index >= 0 && left > 0n/, 'false'),
    'lib/core/rounding.test.ts',
  ),
  guard(
    'rule-of-the-day',
    'that an order is charged by the rule in force on its day',
    inFile('lib/money/fees/fee-rule-on.ts', /rule\.fromDay <= day &&/),
    'lib/money/fees/fee-rule-on.test.ts',
  ),
  guard(
    'matched-once',
    'that a bank entry is matched to one withdrawal alone',
    inFile('lib/money/bank/choose-matches.ts', / \|\| taken\.has\(entryId\)/),
    'lib/money/bank/choose-matches.test.ts',
  ),
  guard(
    'closed-month',
    'that a closed month stays as it was closed',
    inFunction('allow_reopening_only', /IF OLD\.reopened_at IS NOT NULL OR [^;]+THEN(?=\n    RAISE)/, 'IF false THEN'),
    'lib/money/month-close/month-close.integration.test.ts',
  ),
  guard(
    'refund-sign',
    'the sign of a refund: what was given back counts as income',
    inFile('lib/shopee/escrow-terms.ts', /seller_return_refund: 1,/, 'seller_return_refund: -1,'),
    'lib/shopee/reading-money.test.ts',
  ),
  guard(
    'corrected-once',
    'that a correction which two sources tell of counts once',
    inFile(
      'lib/money/reconciliation/paid.ts',
      /\[\.\.\.booked, \.\.\.corrections\.filter\(\(\{ day \}\) => day !== null && isBeyond\(day, walletDays\)\)\]/,
      '[...booked, ...corrections]',
    ),
    'lib/money/reconciliation/settle.test.ts',
  ),
  guard(
    'unknown-cost',
    'that goods whose cost is unknown are not taken to cost nothing',
    inFile(
      'lib/money/profit/order-profit.ts',
      /sold && itemsWithoutCost === 0 && itemsWithoutPrice === 0 \?/,
      'sold && itemsWithoutPrice === 0 ?',
    ),
    'lib/money/profit/order-profit.test.ts',
  ),
  guard(
    'sums-follow',
    'that a change of an order takes its former amounts out of the sums',
    inFunction('set_order_status', /PERFORM append_order_deltas\(ARRAY\[p_order\], -1\);/),
    'lib/sales/orders/order-model.integration.test.ts',
  ),
  guard(
    'ambiguous-amount',
    'that an amount which may be read in two ways is refused',
    inFile('lib/core/sheets/cell-values.ts', /if \(\/[^\n]+return bad\('ambiguousMoney'\)\n/),
    'lib/core/sheets/cell-values.test.ts',
  ),
]

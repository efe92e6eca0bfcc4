import { guard, inFile, inFunction } from './shape.mjs'

/** That no cent is lost, found or counted twice. */
export const money = [
  guard(
    'half-up',
    'that half a cent of a fee or of tax goes up',
    inFile('lib/fees/rounding.ts', /numerator \* 2n \+ denominator/, 'numerator * 2n'),
    'lib/fees/rounding.test.ts',
  ),
  guard(
    'remainder',
    'what is left over when an amount is split: the parts no longer add up to it',
    inFile('lib/fees/rounding.ts', /index >= 0 && left > 0n/, 'false'),
    'lib/fees/rounding.test.ts',
  ),
  guard(
    'rule-of-the-day',
    'that an order is charged by the rule in force on its day',
    inFile('lib/fees/rule-on.ts', /rule\.fromDay <= day &&/),
    'lib/fees/rule-on.test.ts',
  ),
  guard(
    'matched-once',
    'that a bank entry is matched to one withdrawal alone',
    inFile('lib/bank/choose-matches.ts', / \|\| taken\.has\(entryId\)/),
    'lib/bank/choose-matches.test.ts',
  ),
  guard(
    'closed-month',
    'that a closed month stays as it was closed',
    inFunction('allow_reopening_only', /IF OLD\.reopened_at IS NOT NULL OR [^;]+THEN(?=\n    RAISE)/, 'IF false THEN'),
    'lib/month-close/month-close.integration.test.ts',
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
      'lib/reconciliation/paid.ts',
      /\[\.\.\.booked, \.\.\.told\.filter\(\(\{ day \}\) => isBeyond\(day\)\)\]/,
      '[...booked, ...told]',
    ),
    'lib/reconciliation/settle.test.ts',
  ),
  guard(
    'unknown-cost',
    'that goods whose cost is unknown are not taken to cost nothing',
    inFile('lib/profit/order-profit.ts', /sold && itemsWithoutCost === 0 \?/, 'sold ?'),
    'lib/profit/order-profit.test.ts',
  ),
  guard(
    'sums-follow',
    'that a change of an order takes its former amounts out of the sums',
    inFunction('set_order_status', /PERFORM append_order_deltas\(ARRAY\[p_order\], -1\);/),
    'lib/orders/order-model.integration.test.ts',
  ),
  guard(
    'ambiguous-amount',
    'that an amount which may be read in two ways is refused',
    inFile('lib/imports/cell-values.ts', /if \(\/[^\n]+return bad\('ambiguousMoney'\)\n/),
    'lib/imports/cell-values.test.ts',
  ),
]

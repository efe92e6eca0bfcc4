import { guard, inFile, inFunction } from './shape.mjs'

/** The marketplace is requested, believed and informed as it demands, and none of its data is lost. */
export const platform = [
  guard(
    'push-signature',
    'the look at the signature of a push',
    inFile('lib/connect/sync/webhook-events/receive-webhook-event.ts', /if \(!hasValidSignature\) \{[^}]+\}\n/),
    'lib/connect/sync/webhook-events/webhook-keys.integration.test.ts',
  ),
  guard(
    'push-again',
    'that a push which comes again is kept once',
    inFile(
      'lib/connect/sync/webhook-events/receive-webhook-event.ts',
      /\.update\(body\)/,
      '.update(body).update(String(Math.random()))',
    ),
    'lib/connect/sync/webhook-events/webhook-inbox.integration.test.ts',
  ),
  guard(
    'signed-call',
    'the shop and its token from what a call signs',
    inFile('lib/shopee/signing.ts', /\$\{whose \? whose\.accessToken \+ whose\.shopId : ''\}/, "${whose ? '' : ''}"),
    'lib/shopee/signing.test.ts',
  ),
  guard(
    'refreshed-once',
    'that a token which somebody refreshes is left to them',
    inFile('lib/connect/shops/token-record.ts', / AND \(refreshing_since IS NULL OR refreshing_since < [^`]+\)\)(?=`)/),
    'lib/connect/shops/tokens.integration.test.ts',
  ),
  guard(
    'not-repeated',
    'that a call which may have happened is not sent again',
    inFile(
      'lib/shopee/transport.ts',
      /pause === null \|\|\s+!mayRepeat \|\|/,
      'pause === null || (false && !mayRepeat) ||',
    ),
    'lib/shopee/transport.test.ts',
  ),
  guard(
    'outcome-unknown',
    'that a call without an answer counts as unknown, and not as failed',
    inFile(
      'lib/shopee/transport.ts',
      /return call\.repeatable \|\| !mayHaveHappened \? error : asKind\(error, 'outcomeUnknown'\)/,
      'return mayHaveHappened ? error : error',
    ),
    'lib/shopee/transport.test.ts',
  ),
  guard(
    'calls-per-second',
    'that a shop’s calls wait for their turn',
    inFile('lib/connect/shops/limiter.ts', /if \(waitMs > 0\) await wait\(waitMs\)/, 'await wait(0)'),
    'lib/connect/shops/limiter.integration.test.ts',
  ),
  guard(
    'breaker',
    'that a platform which does not answer is left alone for a moment',
    inFile('lib/shopee/breaker.ts', /FAILURES_IN_A_ROW = 8/, 'FAILURES_IN_A_ROW = 8_000'),
    'lib/shopee/transport.test.ts',
  ),
  guard(
    'unknown-status',
    'that an unknown status is not guessed where a cancellation may be part of it',
    inFile(
      'lib/connect/sync/inbound/order-status.ts',
      /if \(order\.cancelReason \|\| order\.cancelledBy \|\| order\.buyerCancelReason\) return null\n/,
    ),
    'lib/connect/sync/inbound/order-status.test.ts',
  ),
  guard(
    'older-answer',
    'that of two answers about an order the later one stands',
    inFunction('judge_marketplace_orders', /WHEN \(v_api OR [^\n]+ THEN 'older'\n/),
    'lib/connect/sync/inbound/sync-orders.integration.test.ts',
  ),
]

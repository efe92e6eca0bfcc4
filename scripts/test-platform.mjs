import './check-node.mjs'

// The counts that the marketplace is held to, which take too long for `npm test`; there the same files run with smaller ones.
const FILES = [
  'lib/connect/sync/webhook-events/many-webhook-events',
  'lib/connect/sync/streams/long-history',
  'lib/connect/sync/streams/away-and-back',
  'lib/connect/shops/token-processes',
]

process.env.PLATFORM_FULL = '1'
import('./run-tests.mjs').then(function (module) {
  return module.runTests(['integration', ...FILES])
})

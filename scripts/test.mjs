import './check-node.mjs'

import('./run-tests.mjs').then(function (module) {
  return module.runTests(process.argv.slice(2))
})

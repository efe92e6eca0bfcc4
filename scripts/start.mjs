import './check-node.mjs'

import('./supervise.mjs').then(function (module) {
  return module.supervise({ dev: process.argv.indexOf('--dev') > 0 })
})

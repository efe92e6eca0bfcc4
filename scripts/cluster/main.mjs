// Runs in the namespaces that scripts/cluster.mjs opened, and ends when its standard input does.
import { parseArgs } from 'node:util'
import { say } from '../steps.mjs'
import { startCluster } from './cluster.mjs'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '1' } },
})
const [command = 'up'] = positionals
let cluster
let isStopping = false

function stop(code) {
  if (isStopping) return
  isStopping = true
  cluster?.stop()
  say('all is taken down')
  process.exit(code)
}

process.stdin.resume().on('end', () => stop(130))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(130))

const commands = {
  up: () => new Promise(() => say('Ctrl-C takes all down')),
  failover: async () => (await import('./failover.mjs')).runFailover(cluster, Number(values.rounds)),
}

try {
  const run = commands[command]
  if (!run) throw new Error(`${command}: there are ${Object.keys(commands).join(', ')}.`)
  cluster = await startCluster()
  if (isStopping) cluster.stop()
  const holds = await run()
  stop(holds ? 0 : 1)
} catch (error) {
  console.error(error.message)
  stop(2)
}

// Several web processes behind one port: node [memory] scripts/web-processes.mjs COUNT …/next start -p 3000 -H 127.0.0.1
// This process holds the port and gives each connection to the next of them in turn. One that ends is started again; asked to end, or left by
// the supervisor, it asks them to finish and ends after the last.
import cluster from 'node:cluster'
import { restartDelay } from './keep-running.mjs'
import { say } from './steps.mjs'

const STEADY_MS = 10_000
const [count, exec, ...args] = process.argv.slice(2)
cluster.setupPrimary({ exec, args })
let isStopping = false

function run(endings) {
  const startedAt = Date.now()
  cluster.fork().on('exit', (code, signal) => {
    if (isStopping) return Object.keys(cluster.workers).length === 0 && process.exit(0)
    const again = Date.now() - startedAt > STEADY_MS ? 1 : endings + 1
    say(`a web process ended with ${signal ?? code}: starting it again in ${restartDelay(again) / 1000} s`)
    setTimeout(() => isStopping || run(again), restartDelay(again))
  })
}

function stop() {
  isStopping = true
  const running = Object.values(cluster.workers)
  if (running.length === 0) process.exit(0)
  for (const worker of running) worker.process.kill('SIGTERM')
}
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop)
for (let started = 0; started < Number(count); started++) run(0)

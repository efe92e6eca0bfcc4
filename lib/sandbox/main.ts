import { readSettings } from './settings'
import { startSandbox } from './server'

async function main() {
  const sandbox = await startSandbox(readSettings())
  const stop = () => void sandbox.stop().finally(() => process.exit())
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})

import { readSettings } from './settings'
import { startSandbox } from './server'

async function main() {
  const sandbox = await startSandbox(readSettings())
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void sandbox.stop())
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})

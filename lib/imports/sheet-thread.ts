import { parentPort, workerData } from 'node:worker_threads'
import { SheetRefused } from './refusal'
import { readOrderRows } from './order-stream'

const { path, batchOrders } = workerData as { path: string; batchOrders: number }
const port = parentPort

if (port) {
  let resume = () => {}
  port.on('message', () => resume())
  readOrderRows(path, batchOrders, (batch) => {
    const taken = new Promise<void>((resolve) => (resume = resolve))
    port.postMessage({ batch })
    return taken
  }).then(
    () => {
      port.postMessage({ end: true })
      port.close()
    },
    (error: unknown) => {
      const refused = error instanceof SheetRefused
      port.postMessage(refused ? { refused: { code: error.code, values: error.values } } : { failed: String(error) })
      port.close()
    },
  )
}

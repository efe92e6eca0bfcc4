import { parentPort, workerData } from 'node:worker_threads'
import { readOrderRows } from './order-stream'
import { partSender, tellEnd } from './thread-port'

const { path, batchOrders } = workerData as { path: string; batchOrders: number }

if (parentPort) tellEnd(parentPort, readOrderRows(path, batchOrders, partSender(parentPort)))

import { parentPort } from 'node:worker_threads'
import { readOrderRows } from './order-stream'
import { readOnRequest } from '@/lib/core/sheets/thread-port'

type Data = { path: string; batchOrders: number }

if (parentPort)
  readOnRequest<Data>(parentPort, ({ path, batchOrders }, sendPart) => readOrderRows(path, batchOrders, sendPart))

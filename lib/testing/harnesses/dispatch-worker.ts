import { createInterface } from 'node:readline'
import { closeDatabase } from '@/lib/core/db'
import { systemActor } from '@/lib/core/queue/task'
import { shipOrders } from '@/lib/connect/sync/ship-orders'

/** A worker of its own that ships what a run asks for, to be killed at it. Told by lines of JSON. */
type Order = { organizationId: string; runId: string }

const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { organizationId, runId } = JSON.parse(line) as Order
    void shipOrders(systemActor(organizationId), runId).then(() => say('done'))
  })
  .on('close', () => void closeDatabase())

say('ready')

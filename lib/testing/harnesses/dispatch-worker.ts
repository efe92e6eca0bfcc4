import { createInterface } from 'node:readline'
import { closeDatabase } from '@/lib/core/db'
import { systemActor } from '@/lib/core/queue/task'
import { prepareOrders } from '@/lib/connect/sync/dispatch/prepare-orders'
import { shipOrders } from '@/lib/connect/sync/dispatch/ship-orders'

/**
 * A worker process of its own that ships a run's orders, or prepares a day, and is killed at it. Commands are lines of
 * JSON.
 */
type Order = { organizationId: string; runId: string; prepares?: boolean }

const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { organizationId, runId, prepares } = JSON.parse(line) as Order
    const work = prepares ? prepareOrders : shipOrders
    void work(systemActor(organizationId), runId).then(() => say('done'))
  })
  .on('close', () => void closeDatabase())

say('ready')

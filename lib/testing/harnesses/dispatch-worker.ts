import { createInterface } from 'node:readline'
import { closeDatabase } from '@/lib/core/db'
import { systemActor } from '@/lib/core/queue/task'
import { prepareOrders } from '@/lib/connect/sync/prepare-orders'
import { shipOrders } from '@/lib/connect/sync/ship-orders'

/** A worker of its own that ships what a run asks for, or prepares a day, to be killed at it. Told by lines of JSON. */
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

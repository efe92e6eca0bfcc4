import 'server-only'
import type { Db, Scope } from '@/lib/core/db'
import type { RunKind, RunProblem, RunProblemCode } from '@/lib/sales/dispatch/schema'
import { DispatchProblem, isOnPlatform, type DispatchOrder } from './dispatch-orders'
import { noteFailure, resolveFailures } from '../streams/failures'
import { sendings, type Sending } from '../schema'

/** The calls to the platform in each pass of a run. */
const sendingsOf: Record<RunKind, readonly Sending[]> = {
  invoices: ['invoice'],
  ship: ['ship'],
  labels: ['label'],
  prepare: ['invoice', 'ship', 'label'],
}
export const sendingOf = (kind: RunKind, pass: number): Sending => sendingsOf[kind][pass]!
/** Nothing is left to be sent, or nothing was: what a person has to bring first. */
const ended: readonly RunProblemCode[] = [
  'stockShort',
  'invoiceWaiting',
  'cancelled',
  'cancellationAsked',
  'alreadyShipped',
  'platformShips',
]

/** The failed part of a run waits for a person; the successful part is no failure any more. */
export async function noteRunFailures(
  db: Db,
  scope: Scope,
  operation: Sending,
  { orders, problems }: { orders: readonly DispatchOrder[]; problems: readonly RunProblem[] },
): Promise<void> {
  const failed = new Map(problems.map((problem) => [problem.subject, problem]))
  for (const { id, shopId, externalCode: subject } of orders.filter(isOnPlatform)) {
    const problem = failed.get(id)
    if (!problem || ended.includes(problem.errorCode))
      await resolveFailures(db, scope, { shopId, operation, subjects: [subject] })
    else {
      const error = new DispatchProblem(problem.errorCode, problem.text)
      await noteFailure(db, scope, { shopId, operation, subject, error, isFinal: true })
    }
  }
}

type OrderState = { code: string; status: string; platformStatus: string }

/**
 * A step that an order no longer waits for has not failed: it was done in the platform's own page, or the order is
 * over.
 */
export async function resolveSent(db: Db, { organizationId }: Scope, shopId: string, orders: readonly OrderState[]) {
  const over = orders.filter(({ status }) => !['pending', 'confirmed', 'processing'].includes(status))
  const arranged = orders.filter(({ platformStatus }) => platformStatus === 'PROCESSED')
  if (over.length + arranged.length === 0) return
  await db.syncFailure.updateMany({
    where: {
      organizationId,
      shopId,
      state: { not: 'resolved' },
      OR: [
        { operation: { in: [...sendings] }, subject: { in: over.map(({ code }) => code) } },
        { operation: { in: ['invoice', 'ship'] }, subject: { in: arranged.map(({ code }) => code) } },
      ],
    },
    data: { state: 'resolved', nextAt: null },
  })
}

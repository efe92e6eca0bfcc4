import 'server-only'
import { withOrganization, type Actor } from '@/lib/core/db'
import { replaceProblems, type OpenRun } from '@/lib/sales/dispatch/run-record'
import type { RunProblem, RunProblemCode } from '@/lib/sales/dispatch/schema'
import { listShortOrders } from '@/lib/sales/dispatch/short-orders'
import { bindLabels } from './bind-labels'
import { DispatchProblem, findDispatchOrders, toProblem, type DispatchOrder } from './dispatch-orders'
import { LABEL_CHUNK, makeChunk } from './make-labels'
import { pauses } from './pauses'
import { refreshOrders } from './refresh-orders'
import { noteRunFailures } from './run-failures'
import { followVerdicts, sendFiles } from './send-invoices'
import { arrangeOrders } from './ship-orders'
import { workRun } from './work-run'

/** Between the times that what only time was missing for is tried again. */
const AGAIN_WAITS_MS = [2000, 5000, 10_000]
/** Problems that may pass a moment later. */
const passing: readonly RunProblemCode[] = ['unavailable', 'unknownOutcome', 'trackingPending', 'invoiceWaiting']

/**
 * The day's orders in three passes: stock and invoices, then the shipment, then the labels; at last the labels are bound. Each pass asks the
 * platform how an order stands before it does anything, so that a run that was killed, or a second one, doubles nothing.
 */
export const prepareOrders = (actor: Actor, runId: string): Promise<void> =>
  workRun(actor, runId, {
    chunk: LABEL_CHUNK,
    changes: ARRANGING,
    passes: [
      (orders) => checkOrders(actor, orders),
      (orders) => arrange(actor, orders),
      (orders) => makeChunk(actor, orders),
    ],
    finish: async (run) => {
      await tryAgain(actor, run)
      const failed = new Set(run.problems.map(({ subject }) => subject))
      const orderIds = run.input.orderIds.filter((id) => !failed.has(id))
      return bindLabels(actor, { ...run, input: { ...run.input, orderIds } })
    },
  })
const ARRANGING = 1

const waitsForInvoice = ({ status, invoiceState, platformStatus }: DispatchOrder) =>
  status === 'confirmed' &&
  (invoiceState === 'none' ||
    invoiceState === 'rejected' ||
    (invoiceState === null && platformStatus === 'INVOICE_PENDING'))

const isArranged = ({ packages }: DispatchOrder) =>
  packages.length > 0 && packages.every(({ arrangedAt }) => arrangedAt !== null)

/** Units that the shelf does not hold are not promised to a carrier. */
async function listShort(actor: Actor, orders: readonly DispatchOrder[]): Promise<RunProblem[]> {
  const shortOrders = await withOrganization(actor, (db) => listShortOrders(db, actor.organizationId))
  const short = new Map(shortOrders.map(({ orderId, sku }) => [orderId, sku]))
  return orders
    .filter((order) => short.has(order.id) && !isArranged(order))
    .map((order) => toProblem(order, new DispatchProblem('stockShort', short.get(order.id)!)))
}

const without = (orders: readonly DispatchOrder[], problems: readonly RunProblem[]): DispatchOrder[] => {
  const failed = new Set(problems.map(({ subject }) => subject))
  return orders.filter(({ id }) => !failed.has(id))
}

/** Invoices that wait are sent, and the tax office is waited for a little; not for what the shelf does not hold. */
async function checkOrders(actor: Actor, orders: DispatchOrder[]): Promise<RunProblem[]> {
  const problems = await listShort(actor, orders)
  const withFile = await listWithFile(actor, orders)
  const toSend = without(orders, problems).filter(
    (order) => waitsForInvoice(order) || (order.status === 'confirmed' && withFile.has(order.id)),
  )
  if (toSend.length === 0) return problems
  const refused = await sendFiles(actor, toSend)
  const sent = without(toSend, refused).map(({ id }) => id)
  if (sent.length > 0) await followVerdicts(actor, sent)
  return [...problems, ...refused.map((problem) => withReason(problem, toSend))]
}

/** Their invoice lies here and was not sent yet, whether or not we have heard that the platform waits for it. */
const listWithFile = (actor: Actor, orders: readonly DispatchOrder[]): Promise<Set<string | null>> =>
  withOrganization(actor, async (db) => {
    const fiscalDocuments = await db.fiscalDocument.findMany({
      where: {
        organizationId: actor.organizationId,
        state: 'received',
        orderId: { in: orders.map(({ id }) => id) },
      },
      select: { orderId: true },
    })
    return new Set(fiscalDocuments.map(({ orderId }) => orderId))
  })

/** An invoice that SEFAZ refused and that no other file came for is a refused one, not a missing one. */
function withReason(problem: RunProblem, orders: readonly DispatchOrder[]): RunProblem {
  const order = orders.find(({ id }) => id === problem.subject)
  if (problem.errorCode !== 'fileMissing' || order?.invoiceState !== 'rejected') return problem
  return { ...problem, errorCode: 'invoiceRefused', text: order.invoiceReason }
}

/** The stock is looked at once more: it may have moved since the first pass. */
async function arrange(actor: Actor, orders: DispatchOrder[]): Promise<RunProblem[]> {
  const short = await listShort(actor, orders)
  const problems = await arrangeOrders(actor, without(orders, short))
  const described = problems.map((problem) => {
    const order = orders.find(({ id }) => id === problem.subject)
    if (problem.errorCode !== 'invoiceMissing' || !order) return problem
    if (order.invoiceState === 'sent') return { ...problem, errorCode: 'invoiceWaiting' as const }
    return order.invoiceState === 'rejected'
      ? { ...problem, errorCode: 'invoiceRefused' as const, text: order.invoiceReason }
      : problem
  })
  return [...short, ...described]
}

async function tryAgain(actor: Actor, run: OpenRun): Promise<void> {
  for (const pauseMs of AGAIN_WAITS_MS) {
    const open = run.problems.filter(({ errorCode }) => passing.includes(errorCode))
    if (open.length === 0) return
    await pauses.wait(pauseMs)
    const ids = open.map(({ subject }) => subject)
    for (let from = 0; from < ids.length; from += LABEL_CHUNK)
      await onceMore(actor, run, ids.slice(from, from + LABEL_CHUNK))
  }
}

/** All three passes over these orders: who fails in one is left out of those after it. */
async function onceMore(actor: Actor, run: OpenRun, ids: string[]): Promise<void> {
  const find = (some: string[]) => withOrganization(actor, (db) => findDispatchOrders(db, actor.organizationId, some))
  const idsWithout = (problems: readonly RunProblem[]) => {
    const failed = new Set(problems.map(({ subject }) => subject))
    return ids.filter((id) => !failed.has(id))
  }
  await refreshOrders(actor, await find(ids))
  const unready = await checkOrders(actor, await find(ids))
  const unarranged = await arrange(actor, await find(idsWithout(unready)))
  const arranged = idsWithout([...unready, ...unarranged])
  await refreshOrders(actor, await find(arranged))
  const unlabelled = arranged.length > 0 ? await makeChunk(actor, await find(arranged)) : []
  run.problems = [
    ...run.problems.filter(({ subject }) => !ids.includes(subject)),
    ...unready,
    ...unarranged,
    ...unlabelled,
  ]
  const orders = await find(ids)
  await withOrganization(actor, async (db) => {
    await replaceProblems(db, actor, run.id, run.problems)
    await noteRunFailures(db, actor, 'invoice', { orders, problems: unready })
    await noteRunFailures(db, actor, 'ship', { orders, problems: unarranged })
    await noteRunFailures(db, actor, 'label', { orders, problems: unlabelled })
  })
}

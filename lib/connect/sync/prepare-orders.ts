import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { withOrganization, type Actor } from '@/lib/core/db'
import { replaceProblems, type OpenRun } from '@/lib/sales/dispatch/run-record'
import type { RunProblem, RunProblemCode } from '@/lib/sales/dispatch/schema'
import { listShortOrders } from '@/lib/sales/dispatch/short-orders'
import { bindLabels } from './bind-labels'
import { DispatchProblem, findDispatchOrders, toProblem, type DispatchOrder } from './dispatch-orders'
import { LABEL_CHUNK, makeChunk, RESULT_WAITS_MS } from './make-labels'
import { refreshOrders } from './refresh-orders'
import { noteRunFailures } from './run-failures'
import { followVerdicts, sendFiles, VERDICT_WAITS_MS } from './send-invoices'
import { arrangeOrders } from './ship-orders'
import { workRun } from './work-run'

/** Between the times that what only time was missing for is tried again. */
const AGAIN_WAITS_MS = [2000, 5000, 10_000]
/** What may well go through a moment later. */
const passing: readonly RunProblemCode[] = ['unavailable', 'unknownOutcome', 'trackingPending', 'invoiceWaiting']

export type PrepareWaits = { verdicts: number[]; labels: number[]; again: number[] }
const usualWaits: PrepareWaits = { verdicts: VERDICT_WAITS_MS, labels: RESULT_WAITS_MS, again: AGAIN_WAITS_MS }

/**
 * The day's orders in three passes: stock and invoices, then the shipment, then the labels; at last the labels are bound. Each pass asks the
 * platform how an order stands before it does anything, so that a run that was killed, or a second one, doubles nothing.
 */
export const prepareOrders = (actor: Actor, runId: string, waits: PrepareWaits = usualWaits): Promise<void> =>
  workRun(actor, runId, {
    chunk: LABEL_CHUNK,
    changes: ARRANGING,
    passes: [
      (orders) => checkOrders(actor, orders, waits),
      (orders) => arrange(actor, orders),
      (orders) => makeChunk(actor, orders, waits.labels),
    ],
    finish: async (run) => {
      await tryAgain(actor, run, waits)
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

/** What the shelf does not hold is not promised to a carrier; invoices that wait are sent, and the tax office is waited for a little. */
async function checkOrders(actor: Actor, orders: DispatchOrder[], { verdicts }: PrepareWaits): Promise<RunProblem[]> {
  const found = await withOrganization(actor, (db) => listShortOrders(db, actor.organizationId))
  const short = new Map(found.map(({ orderId, sku }) => [orderId, sku]))
  const problems = orders
    .filter((order) => short.has(order.id) && !isArranged(order))
    .map((order) => toProblem(order, new DispatchProblem('stockShort', short.get(order.id)!)))
  const missing = new Set(problems.map(({ subject }) => subject))
  const withFile = await listWithFile(actor, orders)
  const toSend = orders.filter(
    (order) =>
      !missing.has(order.id) && (waitsForInvoice(order) || (order.status === 'confirmed' && withFile.has(order.id))),
  )
  if (toSend.length === 0) return problems
  const refused = await sendFiles(actor, toSend)
  const failed = new Set(refused.map(({ subject }) => subject))
  const sent = toSend.map(({ id }) => id).filter((id) => !failed.has(id))
  if (sent.length > 0) await followVerdicts(actor, sent, verdicts)
  return [...problems, ...refused.map((problem) => withReason(problem, toSend))]
}

/** Their invoice lies here and was not sent yet, whether or not we have heard that the platform waits for it. */
const listWithFile = (actor: Actor, orders: readonly DispatchOrder[]): Promise<Set<string | null>> =>
  withOrganization(actor, async (db) => {
    const found = await db.fiscalDocument.findMany({
      where: {
        ...{ organizationId: actor.organizationId, state: 'received' },
        orderId: { in: orders.map(({ id }) => id) },
      },
      select: { orderId: true },
    })
    return new Set(found.map(({ orderId }) => orderId))
  })

/** An invoice that SEFAZ refused and that no other file came for is a refused one, not a missing one. */
function withReason(problem: RunProblem, orders: readonly DispatchOrder[]): RunProblem {
  const order = orders.find(({ id }) => id === problem.subject)
  if (problem.errorCode !== 'fileMissing' || order?.invoiceState !== 'rejected') return problem
  return { ...problem, errorCode: 'invoiceRefused', text: order.invoiceReason }
}

async function arrange(actor: Actor, orders: DispatchOrder[]): Promise<RunProblem[]> {
  const problems = await arrangeOrders(actor, orders)
  return problems.map((problem) => {
    const order = orders.find(({ id }) => id === problem.subject)
    if (problem.errorCode !== 'invoiceMissing' || !order) return problem
    if (order.invoiceState === 'sent') return { ...problem, errorCode: 'invoiceWaiting' }
    return order.invoiceState === 'rejected'
      ? { ...problem, errorCode: 'invoiceRefused', text: order.invoiceReason }
      : problem
  })
}

async function tryAgain(actor: Actor, run: OpenRun, { labels, again }: PrepareWaits): Promise<void> {
  for (const pauseMs of again) {
    const open = run.problems.filter(({ errorCode }) => passing.includes(errorCode))
    if (open.length === 0) return
    await wait(pauseMs)
    const ids = open.map(({ subject }) => subject)
    for (let from = 0; from < ids.length; from += LABEL_CHUNK)
      await onceMore(actor, run, ids.slice(from, from + LABEL_CHUNK), labels)
  }
}

async function onceMore(actor: Actor, run: OpenRun, ids: string[], labels: number[]): Promise<void> {
  const find = (some: string[]) => withOrganization(actor, (db) => findDispatchOrders(db, actor.organizationId, some))
  const before = await find(ids)
  await refreshOrders(actor, before)
  const problems = await arrange(actor, await find(ids))
  const failed = new Set(problems.map(({ subject }) => subject))
  const arranged = ids.filter((id) => !failed.has(id))
  await refreshOrders(
    actor,
    before.filter(({ id }) => arranged.includes(id)),
  )
  if (arranged.length > 0) problems.push(...(await makeChunk(actor, await find(arranged), labels)))
  run.problems = [...run.problems.filter(({ subject }) => !ids.includes(subject)), ...problems]
  const orders = await find(ids)
  await withOrganization(actor, async (db) => {
    await replaceProblems(db, actor, run.id, run.problems)
    await noteRunFailures(db, actor, 'ship', {
      orders,
      problems: problems.filter(({ subject }) => failed.has(subject)),
    })
    await noteRunFailures(db, actor, 'label', {
      orders,
      problems: problems.filter(({ subject }) => !failed.has(subject)),
    })
  })
}

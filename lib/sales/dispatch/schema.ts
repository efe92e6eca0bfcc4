import { z } from 'zod'
import { isPlainText, plainText } from '@/lib/core/text/text'

export const centralPath = '/dashboard/minha-empresa/shopee-central'
export const dispatchTabs = ['dispatch', 'bench', 'returns', 'health', 'failures'] as const
export type DispatchTab = (typeof dispatchTabs)[number]
export const dispatchTabPaths: Record<DispatchTab, string> = {
  dispatch: centralPath,
  bench: `${centralPath}/bancada`,
  returns: `${centralPath}/devolucoes`,
  health: `${centralPath}/saude`,
  failures: `${centralPath}/falhas`,
}
export const packingQueuePath = `${centralPath}/bancada/fila`
export const pickingPath = `${centralPath}/separacao`
export const invoicesPath = `${centralPath}/notas`

/** How far an order is on its way out of the house, in order. */
export const dispatchStages = ['invoice', 'refused', 'arrange', 'label', 'printed', 'packed'] as const
export type DispatchStage = (typeof dispatchStages)[number]

/** The platform refuses larger ones. */
export const invoiceMaxBytes = 1_048_576
/** The most orders of one run. */
export const ordersAtOnce = 500

const orderIds = z.array(z.uuid()).min(1, 'dispatch.fields.noOrders').max(ordersAtOnce, 'dispatch.fields.tooManyOrders')
/** Orders by their ids, or all that a list's filter finds. */
export const selectionSchema = z.union([
  z.strictObject({ orderIds }),
  z.strictObject({ query: z.string().max(2000).refine(isPlainText), count: z.int().min(1).max(ordersAtOnce) }),
])
export type Selection = z.output<typeof selectionSchema>

export const shipMethods = ['pickup', 'dropoff', 'direct'] as const
export type ShipMethod = (typeof shipMethods)[number]

/** How the parcels of one shop and one carrier leave. */
export const arrangementSchema = z.strictObject({
  shopId: z.uuid(),
  channelId: z.string().max(20).refine(isPlainText).nullable(),
  /** For parcels whose pickup failed. */
  retry: z.boolean(),
  method: z.enum(shipMethods),
  addressId: z
    .string()
    .regex(/^\d{1,20}$/)
    .nullable(),
  pickupTimeId: z.string().max(100).refine(isPlainText).nullable(),
  branchId: z
    .string()
    .regex(/^\d{1,20}$/)
    .nullable(),
})
export type ChosenArrangement = z.output<typeof arrangementSchema>

export const sendInvoicesInput = z.object({ selection: selectionSchema })
export const shipOrdersInput = z.object({
  selection: selectionSchema,
  arrangements: z.array(arrangementSchema).min(1).max(50),
})
export const printLabelsInput = z.object({ selection: selectionSchema, reprint: z.boolean() })
export const listChoicesInput = z.object({ selection: selectionSchema })
export const retryRunInput = z.object({ runId: z.uuid() })
export const matchInvoiceInput = z.object({
  documentId: z.uuid(),
  orderCode: plainText({ max: 40, long: 'dispatch.fields.codeTooLong' }),
})
export const dropInvoiceInput = z.object({ documentId: z.uuid() })
export const cancelInvoiceInput = z.object({ orderId: z.uuid() })
export const answerCancellationInput = z.object({ orderId: z.uuid(), accept: z.boolean() })
export const cancelReasons = ['OUT_OF_STOCK', 'CUSTOMER_REQUEST'] as const
export const cancelOrderInput = z.object({ orderId: z.uuid(), reason: z.enum(cancelReasons) })

/** The paper of a shop's labels: 10 × 15 cm, four on a sheet of A4, or a thermal printer that takes ZPL. */
export const labelPapers = ['label', 'a4', 'zpl'] as const
export type LabelPaper = (typeof labelPapers)[number]

/** All that is ready under a filter of the list, or some orders once more. */
export const planDayInput = z.object({ query: z.string().max(2000).refine(isPlainText) })
export const prepareDayInput = z.object({
  selection: z.union([planDayInput.strict(), z.strictObject({ orderIds })]),
  papers: z.array(z.strictObject({ shopId: z.uuid(), paper: z.enum(labelPapers) })).max(100),
})

export type RunKind = 'ship' | 'labels' | 'invoices' | 'prepare'
export type RunState = 'waiting' | 'running' | 'done' | 'failed'
/** The reasons for an order's failure; the words stand under `dispatch.problems`. */
export const runProblems = [
  'stockShort',
  'invoiceWaiting',
  'shopNotConnected',
  'invoiceMissing',
  'invoiceRefused',
  'invoiceTooLarge',
  'fileMissing',
  'notReady',
  'unpaid',
  'cancelled',
  'cancellationAsked',
  'alreadyShipped',
  'platformShips',
  'methodRefused',
  'choiceMissing',
  'slotGone',
  'trackingPending',
  'labelNotReady',
  'labelRefused',
  'labelNotNow',
  'labelOrderState',
  'labelTracking',
  'labelAddress',
  'labelElsewhere',
  'labelUnknownPackage',
  'labelUnreadable',
  'refused',
  'unknownOutcome',
  'unavailable',
  'interrupted',
] as const
export type RunProblemCode = (typeof runProblems)[number]
export type RunProblem = {
  /** The marketplace's code of the order. */
  code: string
  /** The order's id. */
  subject: string
  errorCode: RunProblemCode
  /** In the platform's own words. */
  text: string | null
}
export type RunView = {
  id: string
  kind: RunKind
  state: RunState
  done: number
  total: number
  /** Passes through all orders make `total` a multiple of it. */
  orders: number
  problems: RunProblem[]
  hasFile: boolean
  /** Labels in the file for a thermal printer; 0: there is none. */
  thermalLabels: number
  /** Labels in the file of A4 sheets; 0: there is none. */
  sheetLabels: number
  /** Orders that went through and whose invoice the tax office has refused since. */
  refused: number
  /** Orders of a day's preparation whose pickup comes after the day by which they have to leave, since nothing earlier was offered. */
  latePickups: { subject: string; code: string }[]
  createdAt: string
  finishedAt: string | null
}

export const orderStatuses = [
  'UNPAID',
  'PENDING',
  'INVOICE_PENDING',
  'READY_TO_SHIP',
  'PROCESSED',
  'RETRY_SHIP',
  'SHIPPED',
  'TO_CONFIRM_RECEIVE',
  'IN_CANCEL',
  'CANCELLED',
  'TO_RETURN',
  'COMPLETED',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

export type OrderEvent =
  | 'pay'
  | 'hold'
  | 'release'
  | 'acceptInvoice'
  | 'arrange'
  | 'failPickup'
  | 'rearrange'
  | 'pickUp'
  | 'deliver'
  | 'complete'
  | 'askCancel'
  | 'rejectCancel'
  | 'cancel'
  | 'askReturn'
  | 'keepAfterReturn'
  | 'undoAfterReturn'
  | 'failDelivery'
  | 'lose'

type Situation = {
  status: OrderStatus
  /** In Brazil a paid order of the seller's own stock waits for the invoice; Shopee's warehouse issues its own. */
  lacksInvoice: boolean
  statusBeforeCancel: OrderStatus | null
  /** Channels without the platform's own pickup leave it ready to ship. */
  isArranged: boolean
}

/** Where the seller may still cancel. */
export const beforeShipping: readonly OrderStatus[] = [
  'UNPAID',
  'INVOICE_PENDING',
  'READY_TO_SHIP',
  'PROCESSED',
  'RETRY_SHIP',
]

/** facts.md 2.1. A function where the way on depends on more than the status. */
const ways: Record<
  OrderEvent,
  { from: readonly OrderStatus[]; to: OrderStatus | ((order: Situation) => OrderStatus | null) }
> = {
  pay: { from: ['UNPAID'], to: paid },
  hold: { from: ['UNPAID', 'INVOICE_PENDING', 'READY_TO_SHIP'], to: 'PENDING' },
  release: { from: ['PENDING'], to: paid },
  acceptInvoice: { from: ['INVOICE_PENDING'], to: 'READY_TO_SHIP' },
  arrange: { from: ['READY_TO_SHIP'], to: ({ lacksInvoice }) => (lacksInvoice ? null : 'PROCESSED') },
  failPickup: { from: ['PROCESSED'], to: 'RETRY_SHIP' },
  rearrange: { from: ['RETRY_SHIP'], to: 'PROCESSED' },
  pickUp: {
    from: ['PROCESSED', 'READY_TO_SHIP'],
    to: ({ status, isArranged }) => (status === 'PROCESSED' || isArranged ? 'SHIPPED' : null),
  },
  deliver: { from: ['SHIPPED'], to: 'TO_CONFIRM_RECEIVE' },
  complete: { from: ['TO_CONFIRM_RECEIVE'], to: 'COMPLETED' },
  askCancel: { from: beforeShipping, to: 'IN_CANCEL' },
  rejectCancel: { from: ['IN_CANCEL'], to: ({ statusBeforeCancel }) => statusBeforeCancel },
  cancel: { from: [...beforeShipping, 'PENDING', 'IN_CANCEL'], to: 'CANCELLED' },
  askReturn: { from: ['SHIPPED', 'TO_CONFIRM_RECEIVE'], to: 'TO_RETURN' },
  keepAfterReturn: { from: ['TO_RETURN'], to: 'COMPLETED' },
  undoAfterReturn: { from: ['TO_RETURN'], to: 'CANCELLED' },
  failDelivery: { from: ['SHIPPED'], to: 'TO_RETURN' },
  lose: { from: ['SHIPPED'], to: 'CANCELLED' },
}

function paid({ lacksInvoice }: Situation): OrderStatus {
  return lacksInvoice ? 'INVOICE_PENDING' : 'READY_TO_SHIP'
}

/** null when the event cannot happen to an order in that situation. */
export function nextStatus(event: OrderEvent, order: Situation): OrderStatus | null {
  const { from, to } = ways[event]
  if (!from.includes(order.status)) return null
  return typeof to === 'function' ? to(order) : to
}

export const listEvents = (order: Situation): OrderEvent[] =>
  (Object.keys(ways) as OrderEvent[]).filter((event) => nextStatus(event, order) !== null)

export type PackageStatus =
  | 'LOGISTICS_NOT_START'
  | 'LOGISTICS_READY'
  | 'LOGISTICS_REQUEST_CREATED'
  | 'LOGISTICS_PICKUP_RETRY'
  | 'LOGISTICS_PICKUP_DONE'
  | 'LOGISTICS_DELIVERY_DONE'
  | 'LOGISTICS_DELIVERY_FAILED'
  | 'LOGISTICS_LOST'
  | 'LOGISTICS_INVALID'
  | 'LOGISTICS_REQUEST_CANCELED'

/** The effect of an order's status on its packages; null where they stay as they are. */
export function packageStatusAfter(event: OrderEvent, to: OrderStatus, from: PackageStatus): PackageStatus | null {
  if (to === 'READY_TO_SHIP' && from === 'LOGISTICS_NOT_START') return 'LOGISTICS_READY'
  if (event === 'failPickup') return 'LOGISTICS_PICKUP_RETRY'
  if (event === 'arrange') return from === 'LOGISTICS_READY' ? 'LOGISTICS_REQUEST_CREATED' : null
  if (event === 'rearrange') return 'LOGISTICS_REQUEST_CREATED'
  if (event === 'pickUp') return 'LOGISTICS_PICKUP_DONE'
  if (event === 'deliver') return 'LOGISTICS_DELIVERY_DONE'
  if (event === 'failDelivery') return 'LOGISTICS_DELIVERY_FAILED'
  if (event === 'lose') return 'LOGISTICS_LOST'
  if (event === 'hold') return 'LOGISTICS_NOT_START'
  if (event === 'cancel')
    return from === 'LOGISTICS_NOT_START' || from === 'LOGISTICS_READY'
      ? 'LOGISTICS_INVALID'
      : 'LOGISTICS_REQUEST_CANCELED'
  return null
}

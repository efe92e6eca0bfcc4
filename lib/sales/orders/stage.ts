import type { InvoiceState } from '@/lib/generated/prisma/enums'
import { editableStatuses, type OrderStatus } from './schema'

export const orderStages = [
  'new',
  'paid',
  'separating',
  'unpaid',
  'invoicePending',
  'toShip',
  'processed',
  'shipped',
  'delivered',
  'completed',
  'cancelled',
  'returning',
  'unknown',
] as const
export type OrderStage = (typeof orderStages)[number]

type Staged = {
  platform: 'manual' | 'shopee'
  status: OrderStatus
  platformStatus: string | null
  shippedAt: Date | null
  /** When what was sent and cancelled came back. */
  receivedAt?: Date | null
  /**
   * For the platform's orders; it calls one that waits for its invoice "ready to ship" and shows that in a list apart.
   */
  invoiceState?: InvoiceState | null
}

const ours: Record<OrderStatus, { manual: OrderStage; shopee: OrderStage }> = {
  pending: { manual: 'new', shopee: 'unpaid' },
  confirmed: { manual: 'paid', shopee: 'toShip' },
  processing: { manual: 'separating', shopee: 'processed' },
  shipped: { manual: 'shipped', shopee: 'shipped' },
  delivered: { manual: 'delivered', shopee: 'delivered' },
  cancelled: { manual: 'cancelled', shopee: 'cancelled' },
}
const theirs: Record<string, OrderStage> = {
  INVOICE_PENDING: 'invoicePending',
  TO_RETURN: 'returning',
  COMPLETED: 'completed',
  Concluído: 'completed',
  Completed: 'completed',
}

/** The exports' words; the API's own words are capitals, and an unknown one is refused there. */
const exported: readonly string[] = [
  'Não pago',
  'A Enviar',
  'Enviado',
  'Entregue',
  'Pedido Recebido',
  'Concluído',
  'Completed',
  'Cancelado',
]
const isKnown = (word: string) =>
  /^[A-Z_]+$/.test(word) || exported.includes(word) || word.startsWith('O comprador pode pedir uma devolução')

/**
 * The state of an order in the seller's own words; unknown under an unknown word of an export. A sale shipped by hand
 * and then cancelled is on its way back.
 */
export function stageOf({ platform, status, platformStatus, shippedAt, receivedAt, invoiceState }: Staged): OrderStage {
  if (platform === 'manual')
    return status === 'cancelled' && shippedAt && !receivedAt ? 'returning' : ours[status].manual
  if (platformStatus && !isKnown(platformStatus)) return 'unknown'
  if (status === 'confirmed' && (invoiceState === 'none' || invoiceState === 'sent')) return 'invoicePending'
  return (platformStatus && status !== 'cancelled' && theirs[platformStatus]) || ours[status].shopee
}

const steps = ['confirmed', 'shipped', 'delivered'] as const
export type ManualStep = (typeof steps)[number]
const order: Record<OrderStatus, number> = {
  pending: 0,
  confirmed: 1,
  processing: 2,
  shipped: 3,
  delivered: 4,
  cancelled: 5,
}

/** The next possible states of a manual order, nearest first. */
export const nextSteps = (status: OrderStatus): ManualStep[] =>
  status === 'cancelled' ? [] : steps.filter((step) => order[step] > order[status])

export const mayBeCancelled = (status: OrderStatus): boolean => order[status] < order.delivered

/** A manual order, as long as nothing of it has left. */
export const mayBeEdited = ({ platform, status, shippedAt }: Omit<Staged, 'platformStatus'>): boolean =>
  platform === 'manual' && shippedAt === null && editableStatuses.some((editable) => editable === status)

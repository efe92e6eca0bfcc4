import { z } from 'zod'
import { adminAction, type AdminContext, type AdminSection, type AdminTable } from '../admin-section'
import { boolean, int64, integer } from '../parameters'
import { driveOrder, driveSteps, type DriveStep } from './drive-order'
import { placeOrder } from './place-order'
import type { OrderStatus } from './order-life'

const SHOWN = 30

const statusNames: Record<OrderStatus, string> = {
  UNPAID: 'Não pago',
  PENDING: 'Em análise',
  INVOICE_PENDING: 'Aguardando nota',
  READY_TO_SHIP: 'A enviar',
  PROCESSED: 'Envio combinado',
  RETRY_SHIP: 'Coleta a refazer',
  SHIPPED: 'Enviado',
  TO_CONFIRM_RECEIVE: 'Entregue',
  IN_CANCEL: 'Cancelamento pedido',
  CANCELLED: 'Cancelado',
  TO_RETURN: 'Em devolução',
  COMPLETED: 'Concluído',
}

const stepNames: Record<DriveStep, string> = {
  pay: 'Pagar',
  hold: 'Reter',
  release: 'Liberar',
  invoice: 'Emitir nota',
  ship: 'Combinar envio',
  'fail-pickup': 'Coleta falhou',
  'retry-pickup': 'Nova coleta',
  'pick-up': 'Coletar',
  deliver: 'Entregar',
  complete: 'Concluir',
  'ask-cancel': 'Comprador pede cancelamento',
  'refuse-cancel': 'Recusar cancelamento',
  'cancel-by-buyer': 'Cancelar (comprador)',
  'cancel-by-seller': 'Cancelar (vendedor)',
  'cancel-by-system': 'Cancelar (plataforma)',
  'fail-delivery': 'Entrega falhou',
  'parcel-back': 'Pacote voltou',
  lose: 'Extraviar',
}

/** The buttons that make sense in each state; the API of the admin takes every step that the state allows. */
const offered: Record<OrderStatus, DriveStep[]> = {
  UNPAID: ['pay', 'cancel-by-buyer', 'cancel-by-system'],
  PENDING: ['release', 'cancel-by-system'],
  INVOICE_PENDING: ['invoice', 'hold', 'ask-cancel', 'cancel-by-system'],
  READY_TO_SHIP: ['ship', 'hold', 'ask-cancel', 'cancel-by-seller', 'cancel-by-system'],
  PROCESSED: ['pick-up', 'fail-pickup', 'ask-cancel', 'cancel-by-seller'],
  RETRY_SHIP: ['retry-pickup', 'ask-cancel'],
  SHIPPED: ['deliver', 'fail-delivery', 'lose'],
  TO_CONFIRM_RECEIVE: ['complete'],
  IN_CANCEL: ['cancel-by-buyer', 'refuse-cancel'],
  CANCELLED: [],
  TO_RETURN: ['parcel-back'],
  COMPLETED: [],
}

type Latest = {
  order_sn: string
  shop_id: bigint
  status: OrderStatus
  total_amount_cents: number
  update_time: number
}

const clockTime = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
})

/** By creation, shop by shop: each a short walk along an index, however long the history is. */
async function latestOrders({ db }: AdminContext): Promise<AdminTable> {
  const { rows } = await db.query<Latest>(
    `SELECT o.* FROM shop s CROSS JOIN LATERAL (
       SELECT order_sn, shop_id, status, total_amount_cents, update_time FROM orders
       WHERE orders.shop_id = s.shop_id ORDER BY update_time DESC LIMIT ${SHOWN}) o
     ORDER BY update_time DESC, order_sn LIMIT ${SHOWN}`,
  )
  return {
    title: 'Últimos pedidos',
    columns: ['Pedido', 'Loja', 'Situação', 'Total', 'Mudou em'],
    rows: rows.map((order) => ({
      cells: [
        order.order_sn,
        order.shop_id,
        statusNames[order.status],
        (order.total_amount_cents / 100).toFixed(2),
        clockTime.format(order.update_time * 1000),
      ],
      buttons: offered[order.status].map((step) => ({
        action: 'order-step',
        label: stepNames[step],
        values: { orderSn: order.order_sn, step },
      })),
    })),
  }
}

const line = z.object({ itemId: int64, modelId: int64.default(0n), quantity: integer.default(1) }).strict()

const newOrder = z
  .object({
    shopId: int64,
    items: z.array(line).optional(),
    itemId: int64.optional(),
    modelId: int64.optional(),
    quantity: integer.optional(),
    fulfilledByShopee: boolean.optional(),
    buyerUserId: int64.optional(),
    buyerUsername: z.string().optional(),
    paymentMethod: z.string().optional(),
    messageToSeller: z.string().optional(),
    channelId: integer.optional(),
    buyerShippingFeeCents: integer.optional(),
    estimatedShippingFeeCents: integer.optional(),
    sellerVoucherCents: integer.optional(),
    shopeeVoucherCents: integer.optional(),
    isPaid: boolean.optional(),
    count: integer.pipe(z.number().min(1).max(500)).default(1),
  })
  .strict()

const yesNo = [
  { value: 'true', label: 'sim' },
  { value: 'false', label: 'não' },
]

export const orderAdmin: AdminSection = {
  title: 'Pedidos',
  tables: async (context) => [await latestOrders(context)],
  actions: [
    adminAction({
      name: 'order',
      label: 'Criar pedido',
      fields: [
        { name: 'shopId', label: 'Loja' },
        { name: 'itemId', label: 'Anúncio (vazio = um qualquer)' },
        { name: 'modelId', label: 'Variação' },
        { name: 'quantity', label: 'Quantidade', initial: '1' },
        { name: 'buyerUsername', label: 'Comprador' },
        { name: 'isPaid', label: 'Pago', choices: yesNo },
        { name: 'fulfilledByShopee', label: 'Do estoque da Shopee (FBS)', choices: [...yesNo].reverse() },
        { name: 'count', label: 'Quantos pedidos', initial: '1' },
      ],
      body: newOrder,
      run: async (context, { itemId, modelId, quantity, count, ...request }) => {
        const items =
          request.items ?? (itemId ? [{ itemId, modelId: modelId ?? 0n, quantity: quantity ?? 1 }] : undefined)
        const placed = []
        for (let made = 0; made < count; made++) placed.push(await placeOrder(context, { ...request, items }))
        return { ...placed[0]!, orderSns: placed.map(({ orderSn }) => orderSn) }
      },
    }),
    adminAction({
      name: 'order-step',
      label: 'Mover pedido',
      fields: [
        { name: 'orderSn', label: 'Pedido' },
        {
          name: 'step',
          label: 'O que acontece',
          choices: driveSteps.map((step) => ({ value: step, label: stepNames[step] })),
        },
      ],
      body: z.object({ orderSn: z.string(), step: z.enum(driveSteps) }).strict(),
      run: (context, { orderSn, step }) => driveOrder(context, orderSn, step),
    }),
  ],
}

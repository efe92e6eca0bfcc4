import { z } from 'zod'
import { adminAction, type AdminContext, type AdminSection, type AdminTable } from '../admin-section'
import { int64, integer } from '../parameters'
import { driveReturn, returnSteps, type ReturnStep } from './drive-return'
import { openReturn } from './open-return'
import type { ReturnKind, ReturnStatus } from './return-rows'

const SHOWN = 30

const stepNames: Record<ReturnStep, string> = {
  'buyer-ships': 'Comprador postou',
  arrive: 'Chegou ao vendedor',
  refund: 'Reembolsar',
  'buyer-withdraws': 'Comprador desistiu',
  judge: 'Julgar',
  'seller-wins': 'Dar razão ao vendedor',
  'ask-proof': 'Pedir provas',
  'buyer-counters': 'Comprador propõe metade',
  'buyer-accepts-offer': 'Comprador aceita a oferta',
}

const offered: Record<ReturnStatus, ReturnStep[]> = {
  REQUESTED: ['refund', 'buyer-withdraws', 'buyer-counters', 'buyer-accepts-offer'],
  PROCESSING: ['buyer-ships', 'arrive', 'refund', 'buyer-withdraws'],
  SELLER_DISPUTE: ['judge', 'ask-proof', 'refund'],
  JUDGING: ['seller-wins', 'refund', 'ask-proof'],
  ACCEPTED: [],
  CANCELLED: [],
  CLOSED: [],
}

const kindNames: Record<ReturnKind, string> = {
  refund_only: 'Só reembolso',
  return_refund: 'Devolução e reembolso',
  failed_delivery: 'Entrega falhou',
  lost: 'Extraviado',
}

type Latest = {
  return_sn: string
  order_sn: string
  kind: ReturnKind
  status: ReturnStatus
  refund_amount_cents: number
}

async function latestReturns({ db }: AdminContext): Promise<AdminTable> {
  const { rows } = await db.query<Latest>(
    `SELECT r.* FROM shop s CROSS JOIN LATERAL (
       SELECT return_sn, order_sn, kind, status, refund_amount_cents, update_time FROM returns
       WHERE returns.shop_id = s.shop_id ORDER BY update_time DESC LIMIT ${SHOWN}) r
     ORDER BY update_time DESC, return_sn LIMIT ${SHOWN}`,
  )
  return {
    title: 'Últimas devoluções',
    columns: ['Devolução', 'Pedido', 'Tipo', 'Situação', 'Reembolso'],
    rows: rows.map((row) => ({
      cells: [row.return_sn, row.order_sn, kindNames[row.kind], row.status, (row.refund_amount_cents / 100).toFixed(2)],
      buttons: offered[row.status].map((step) => ({
        action: 'return-step',
        label: stepNames[step],
        values: { returnSn: row.return_sn, step },
      })),
    })),
  }
}

const line = z.object({ itemId: int64, modelId: int64.default(0n), quantity: integer.default(1) }).strict()

export const returnAdmin: AdminSection = {
  title: 'Devoluções',
  tables: async (context) => [await latestReturns(context)],
  actions: [
    adminAction({
      name: 'return',
      label: 'Comprador reclama',
      fields: [
        { name: 'orderSn', label: 'Pedido' },
        {
          name: 'kind',
          label: 'Tipo',
          choices: (['refund_only', 'return_refund'] as const).map((kind) => ({ value: kind, label: kindNames[kind] })),
        },
        { name: 'textReason', label: 'O que diz', initial: 'Chegou quebrado.' },
      ],
      body: z
        .object({
          orderSn: z.string(),
          kind: z.enum(['refund_only', 'return_refund']).default('return_refund'),
          items: z.array(line).optional(),
          refundAmountCents: integer.optional(),
          reason: z.string().optional(),
          textReason: z.string().optional(),
          images: z.array(z.string()).optional(),
        })
        .strict(),
      run: (context, request) => openReturn(context, request),
    }),
    adminAction({
      name: 'return-step',
      label: 'Mover devolução',
      fields: [
        { name: 'returnSn', label: 'Devolução' },
        {
          name: 'step',
          label: 'O que acontece',
          choices: returnSteps.map((step) => ({ value: step, label: stepNames[step] })),
        },
      ],
      body: z.object({ returnSn: z.string(), step: z.enum(returnSteps) }).strict(),
      run: (context, { returnSn, step }) => driveReturn(context, returnSn, step),
    }),
  ],
}

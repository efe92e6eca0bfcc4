import { z } from 'zod'
import { adminAction, type AdminContext, type AdminSection, type AdminTable } from '../admin-section'
import { boolean, int64, integer } from '../parameters'
import { SAO_PAULO_OFFSET_SECONDS } from '../payment/order-incomes'
import { DEMO_ORDERS, DEMO_SEED, generateHistory, planHistory, usualStart } from './generate-history'

const MAX_ORDERS = 5_000_000

async function runTable({ db }: AdminContext): Promise<AdminTable> {
  const { rows } = await db.query<{
    id: bigint
    shop_id: bigint
    seed: string
    orders_made: number
    orders_wanted: number
    status: string
    seconds: number
    error: string
  }>(
    `SELECT id, shop_id, seed, orders_made, orders_wanted, status, error,
       round(extract(epoch FROM coalesce(finished_at, now()) - started_at))::integer AS seconds
     FROM history_run ORDER BY id DESC LIMIT 10`,
  )
  return {
    title: 'Históricos',
    columns: ['Número', 'Loja', 'Semente', 'Feitos', 'Pedidos', 'Situação', 'Segundos', 'Erro'],
    rows: rows.map((run) => ({
      cells: [run.id, run.shop_id, run.seed, run.orders_made, run.orders_wanted, run.status, run.seconds, run.error],
    })),
  }
}

/** A day in Brasília, or UNIX seconds. */
const instant = z.union([
  z.iso.date().transform((day) => Date.parse(`${day}T00:00:00Z`) / 1000 - SAO_PAULO_OFFSET_SECONDS),
  integer,
])

export const historyAdmin: AdminSection = {
  title: 'Histórico inventado',
  tables: async (context) => [await runTable(context)],
  actions: [
    adminAction({
      name: 'history',
      label: 'Gerar histórico',
      fields: [
        { name: 'shopId', label: 'Loja' },
        { name: 'seed', label: 'Semente', initial: DEMO_SEED },
        { name: 'from', label: 'De (AAAA-MM-DD)' },
        { name: 'to', label: 'Até (AAAA-MM-DD)' },
        { name: 'orders', label: 'Pedidos', initial: String(DEMO_ORDERS) },
      ],
      body: z
        .object({
          shopId: int64,
          seed: z.string().max(100).default(DEMO_SEED),
          from: instant.optional(),
          to: instant.optional(),
          orders: integer.pipe(z.number().min(1).max(MAX_ORDERS)).default(DEMO_ORDERS),
          /** Answers only when all is made; for tests and small numbers. */
          wait: boolean.default(false),
        })
        .strict(),
      run: async ({ platform, now }, { shopId, seed, orders, wait, ...period }) => {
        const toTime = Math.min(period.to ?? now, now)
        const plan = { shopId, seed, orders, toTime, fromTime: period.from ?? usualStart(toTime) }
        // In a transaction of its own, so that the run can be watched from its beginning.
        const runId = await platform.transaction((db) => planHistory(db, plan))
        const made = generateHistory(platform, plan, runId)
        if (wait) await made
        else made.catch((error: unknown) => platform.log.error({ err: error }, 'history failed'))
        return { runId }
      },
    }),
  ],
}

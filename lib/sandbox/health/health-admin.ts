import { z } from 'zod'
import { adminAction, type AdminSection } from '../admin-section'
import { int64, integer } from '../parameters'
import { queueWebhookEvent } from '../queue-webhook-event'

const HIGH_LATE_SHIPMENT = 5
const HIDDEN_FROM_SEARCH = 104
const FIRST_TIER = 1
const PENALTY_UPDATE = 28

export const healthAdmin: AdminSection = {
  title: 'Saúde da conta',
  tables: async ({ db }) => {
    const { rows } = await db.query<{ shop_id: bigint; latest_points: number; violation_type: number }>(
      'SELECT shop_id, latest_points, violation_type FROM penalty_point ORDER BY reference_id DESC LIMIT 20',
    )
    return [
      {
        title: 'Pontos de penalidade',
        columns: ['Loja', 'Pontos', 'Tipo'],
        rows: rows.map((row) => ({ cells: [row.shop_id, row.latest_points, row.violation_type] })),
      },
    ]
  },
  actions: [
    adminAction({
      name: 'penalty',
      label: 'Dar pontos',
      fields: [
        { name: 'shopId', label: 'Loja' },
        { name: 'points', label: 'Pontos', initial: '1' },
        { name: 'violationType', label: 'Tipo (5 = atraso, 9 = proibido)', initial: '5' },
      ],
      body: z
        .object({
          shopId: int64,
          points: integer.pipe(z.number().min(1).max(15)).default(1),
          violationType: integer.pipe(z.number().min(5).max(17)).default(HIGH_LATE_SHIPMENT),
        })
        .strict(),
      run: async ({ db, now }, { shopId, points, violationType }) => {
        const { rows } = await db.query<{ reference_id: bigint }>(
          `INSERT INTO penalty_point (shop_id, issue_time, original_points, latest_points, violation_type)
           VALUES ($1, $2, $3, $3, $4) RETURNING reference_id`,
          [shopId, now, points, violationType],
        )
        // The content of the points' event is not published: ours names nothing but its shop.
        await queueWebhookEvent(db, { code: PENALTY_UPDATE, shopId, data: {}, now })
        return { referenceId: rows[0]!.reference_id }
      },
    }),
    adminAction({
      name: 'punishment',
      label: 'Punir',
      fields: [
        { name: 'shopId', label: 'Loja' },
        { name: 'days', label: 'Dias', initial: '28' },
        { name: 'punishmentType', label: 'Tipo (104 = fora da busca)', initial: String(HIDDEN_FROM_SEARCH) },
      ],
      body: z
        .object({
          shopId: int64,
          days: integer.pipe(z.number().min(1).max(90)).default(28),
          punishmentType: integer.default(HIDDEN_FROM_SEARCH),
        })
        .strict(),
      run: async ({ db, now }, { shopId, days, punishmentType }) => {
        const { rows } = await db.query<{ reference_id: bigint }>(
          `INSERT INTO punishment (shop_id, issue_time, end_time, punishment_type, reason)
           VALUES ($1, $2, $3, $4, $5) RETURNING reference_id`,
          [shopId, now, now + days * 86_400, punishmentType, FIRST_TIER],
        )
        return { referenceId: rows[0]!.reference_id }
      },
    }),
  ],
}

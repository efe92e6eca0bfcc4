import 'server-only'
import type { Actor } from '@/lib/core/db'
import type { ReportRepaired } from '../contract'
import { inChunks, repairIn } from './repair-in'

const AT_ONCE = 500

/** Levels become the sum of their movements. */
export const recountLevels = (actor: Actor, _: string[], report: ReportRepaired): Promise<void> =>
  repairIn(actor, async (db) => {
    const [row] = await db.$queryRaw<[{ changed: number }]>`SELECT recount_stock_levels() AS changed`
    await report(db, row.changed)
  })

/** Books what each of these orders holds or took and the ledger lacks, as the next change of it would. */
export async function settleOrders(actor: Actor, orders: string[], report: ReportRepaired): Promise<void> {
  for (const some of inChunks(orders, AT_ONCE))
    await repairIn(actor, async (db) => {
      await db.$queryRaw`SELECT reserve_order_stock(${some}::uuid[], ${actor.userId}::uuid, true)`
      await report(db, some.length)
    })
}

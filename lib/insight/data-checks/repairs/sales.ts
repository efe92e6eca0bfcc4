import 'server-only'
import { startOfMonth } from '@/lib/core/dates'
import type { Actor } from '@/lib/core/db'
import type { ReportRepaired } from '../contract'
import { inChunks, repairIn, repairOfOneMoment } from './repair-in'

const AT_ONCE = 5000

/** The months of these days are summed up again from their orders, one by one. */
export async function rebuildMonths(actor: Actor, days: string[], report: ReportRepaired): Promise<void> {
  const months = [...new Set(days.map(startOfMonth))].toSorted()
  for (const month of months)
    await repairOfOneMoment(actor, async (db) => {
      await db.$executeRaw`SELECT rebuild_sales_month(${month}::date)`
      await report(db, days.filter((day) => startOfMonth(day) === month).length)
    })
}

export async function refreshOrderList(actor: Actor, orders: string[], report: ReportRepaired): Promise<void> {
  for (const some of inChunks(orders, AT_ONCE))
    await repairIn(actor, async (db) => {
      await db.$executeRaw`SELECT refresh_order_list(${some}::uuid[])`
      await report(db, some.length)
    })
}

import 'server-only'
import { startOfMonth } from '@/lib/core/dates'
import type { Actor } from '@/lib/core/db'
import type { TellRepaired } from '../contract'
import { inChunks, repairIn, repairOfOneMoment } from './repair-in'

const AT_ONCE = 5000

/** The months of these days are summed up again from their orders, one by one. */
export async function rebuildMonths(actor: Actor, days: string[], tell: TellRepaired): Promise<void> {
  const months = [...new Set(days.map(startOfMonth))].toSorted()
  for (const month of months)
    await repairOfOneMoment(actor, async (db) => {
      await db.$executeRaw`SELECT rebuild_sales_month(${month}::date)`
      await tell(db, days.filter((day) => startOfMonth(day) === month).length)
    })
}

export async function refreshDesk(actor: Actor, orders: string[], tell: TellRepaired): Promise<void> {
  for (const some of inChunks(orders, AT_ONCE))
    await repairIn(actor, async (db) => {
      await db.$executeRaw`SELECT refresh_order_desk(${some}::uuid[])`
      await tell(db, some.length)
    })
}

import type { Platform } from '../platform'
import { grantRefund } from './move-return'
import { lockReturn } from './return-rows'

const BATCH = 100

/** A seller who lets the time pass agrees: to the request, or to what came back. */
export async function endOverdueReturns(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const { rows } = await platform.pool.query<{ return_sn: string }>(
    `SELECT return_sn FROM returns
     WHERE status IN ('REQUESTED', 'PROCESSING') AND kind <> 'failed_delivery'
       AND ((status = 'REQUESTED' AND due_date < $1)
         OR (reverse_logistics_status = 'LOGISTICS_DELIVERY_DONE' AND return_seller_due_date BETWEEN 1 AND $1))
     ORDER BY due_date LIMIT ${BATCH}`,
    [now],
  )
  for (const { return_sn } of rows)
    await platform
      .transaction(async (db) => {
        const row = await lockReturn(db, return_sn)
        if (row && ['REQUESTED', 'PROCESSING'].includes(row.status)) await grantRefund({ db, now, platform }, row)
      })
      .catch((error: unknown) => platform.log.warn({ err: error, returnSn: return_sn }, 'return does not end'))
}

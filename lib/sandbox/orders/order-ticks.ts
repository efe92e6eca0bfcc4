import { applyVerdict } from '../invoices/file-invoice'
import { giveTrackingNumber } from '../logistics/arrange'
import { finishDocuments } from '../logistics/make-documents'
import type { Platform } from '../platform'
import { driveOrder, nextStepOf, type DriveStep } from './drive-order'
import type { Moment } from './move-order'
import { lockOrder, type PackageRow } from './order-rows'

const BATCH = 200
const AUTOPILOT_BATCH = 50
const DAY_SECONDS = 86_400
const UNPAID_DAYS = 2
/** "After a while": Shopee Guarantee ends a week after the delivery. */
const GUARANTEE_DAYS = 7

const momentOf = (platform: Platform, db: Moment['db']): Moment => ({ platform, db, now: platform.clock.now() })

/** Carriers' numbers, SEFAZ's answers and labels whose time has come. */
export async function answerWhatIsDue(platform: Platform): Promise<void> {
  await platform.transaction(async (db) => {
    const moment = momentOf(platform, db)
    const parcels = await db.query<PackageRow>(
      `SELECT * FROM packages WHERE tracking_number IS NULL AND tracking_ready_time <= $1
       ORDER BY tracking_ready_time LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      [moment.now],
    )
    for (const parcel of parcels.rows) await giveTrackingNumber(moment, parcel)
  })
  await platform.transaction(async (db) => {
    const moment = momentOf(platform, db)
    const { rows } = await db.query<{ order_sn: string }>(
      `SELECT order_sn FROM invoices WHERE verdict_time <= $1 ORDER BY verdict_time LIMIT ${BATCH}`,
      [moment.now],
    )
    for (const { order_sn } of rows) {
      await lockOrder(db, order_sn)
      await applyVerdict(moment, order_sn)
    }
  })
  await platform.transaction((db) => finishDocuments(momentOf(platform, db)))
}

/** No payment, or no complaint: the platform ends the order. */
export async function endOldOrders(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const unpaid = { condition: `status = 'UNPAID'`, before: now - UNPAID_DAYS * DAY_SECONDS }
  const received = { condition: `status = 'TO_CONFIRM_RECEIVE'`, before: now - GUARANTEE_DAYS * DAY_SECONDS }
  await driveEach(platform, { ...unpaid, limit: BATCH, orderBy: 'update_time' }, () => 'cancel-by-system')
  await driveEach(platform, { ...received, limit: BATCH, orderBy: 'update_time' }, () => 'complete')
  const { cancelUnscannedDays } = platform.settings
  if (cancelUnscannedDays === 0) return
  const dueBefore = now - cancelUnscannedDays * DAY_SECONDS
  const unscanned = {
    condition: `status IN ('INVOICE_PENDING', 'READY_TO_SHIP', 'PROCESSED') AND ship_by_date < ${dueBefore}`,
    before: now,
  }
  await driveEach(platform, { ...unscanned, limit: BATCH, orderBy: 'update_time' }, () => 'cancel-by-system')
}

// Invented: the autopilot. The real platform moves no order without a buyer, a seller or a carrier.
/** Moves orders along that have rested long enough, when the autopilot is on; drawn, so that none blocks the rest. */
export async function pilotOrders(platform: Platform): Promise<void> {
  const { autopilotSeconds, invoicesRequired } = platform.settings
  if (autopilotSeconds === 0) return
  const resting = { condition: 'true', before: platform.clock.now() - autopilotSeconds }
  await driveEach(platform, { ...resting, limit: AUTOPILOT_BATCH, orderBy: 'random()' }, (whole) =>
    nextStepOf(whole, invoicesRequired),
  )
}

type Due = { condition: string; before: number; limit: number; orderBy: 'update_time' | 'random()' }
type Choose = (whole: NonNullable<Awaited<ReturnType<typeof lockOrder>>>) => DriveStep | null

/** Each order in a transaction of its own: one that cannot move holds up no other. */
async function driveEach(
  platform: Platform,
  { condition, before, limit, orderBy }: Due,
  choose: Choose,
): Promise<void> {
  const { rows } = await platform.pool.query<{ order_sn: string }>(
    `SELECT order_sn FROM orders
     WHERE ${condition} AND update_time <= $1 AND status NOT IN ('COMPLETED', 'CANCELLED')
     ORDER BY ${orderBy} LIMIT ${limit}`,
    [before],
  )
  for (const { order_sn } of rows)
    await platform
      .transaction(async (db) => {
        const moment = momentOf(platform, db)
        const whole = await lockOrder(db, order_sn)
        const step = whole && whole.order.update_time <= before ? choose(whole) : null
        if (step) await driveOrder(moment, order_sn, step)
      })
      .catch((error: unknown) => platform.log.warn({ err: error, orderSn: order_sn }, 'order does not move'))
}

import { randomInt } from 'node:crypto'
import { driveOrder, nextStepOf } from '../orders/drive-order'
import { recipientOf } from '../orders/buyer'
import { lockOrder } from '../orders/order-rows'
import { placeOrder } from '../orders/place-order'
import type { Platform } from '../platform'

const DAY = 86_400
const BRASILIA = -3 * 3600
/** Events while this installation was off are caught up for so many days back. */
const MISSED_DAYS = 2
const MISSED_ORDERS = 120
/** The first order after a start, and how many seconds later the other shop has one. */
const FIRST_AFTER = 40
const BETWEEN_SHOPS = 110
/** A parcel is fetched so long after its label was printed, and then arrives. */
const FETCHED_AFTER = 180
const DELIVERED_AFTER = 120
const COMPLETED_AFTER = 90
const PAYS_WITHIN = 60
const INVOICED_AFTER = 45
/** One order in so many waits for an invoice that the seller sends here; another program sends those of the others. */
const OWN_INVOICES = 5
const BATCH = 50

const begun = new WeakMap<Platform, number>()

// Invented: when buyers of the demonstration order and pay, and that a parcel of it takes minutes.
/**
 * The life of the demonstration's shops: orders come at the pace of each shop, the first ones soon after a start, so that who looks sees
 * them; each is paid and invoiced, and once its label was printed it is fetched, delivered and paid out within minutes.
 */
export async function liveDemo(platform: Platform): Promise<void> {
  if (platform.settings.demoOrders === 0) return
  await takeOrders(platform)
  await moveOn(platform)
}

type Shop = { shop_id: bigint; orders_a_day: number; next_at: number }

async function takeOrders(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const shops = await listLiveShops(platform)
  const since = begun.get(platform)
  if (since === undefined) {
    begun.set(platform, now)
    for (const [index, shop] of shops.entries())
      await catchUp(platform, shop, now + FIRST_AFTER + index * BETWEEN_SHOPS)
    return
  }
  for (const shop of shops) {
    if (shop.next_at > now) continue
    await order(platform, shop, now)
    // Soon after a start orders come close together, and then as the shop sells.
    const pause = Math.min(usualPause(shop, now), 90 + Math.round((now - since) * 0.8))
    await setNext(platform, shop, now + pause)
  }
}

const listLiveShops = async (platform: Platform): Promise<Shop[]> =>
  (
    await platform.pool.query<Shop>(
      `SELECT d.* FROM demo_shop d JOIN account_grant g USING (shop_id)
       WHERE g.partner_id = $1 AND g.status = 'active' ORDER BY shop_id`,
      [platform.partnerId],
    )
  ).rows

/** The orders that buyers placed while nothing ran here, at their own moments. */
async function catchUp(platform: Platform, shop: Shop, next: number): Promise<void> {
  const now = platform.clock.now()
  let at = Math.max(shop.next_at, now - MISSED_DAYS * DAY)
  for (let count = 0; count < MISSED_ORDERS; count += 1) {
    at += usualPause(shop, at)
    if (at >= now) break
    await order(platform, shop, at)
  }
  await setNext(platform, shop, next)
}

const setNext = (platform: Platform, { shop_id }: Shop, at: number) =>
  platform.pool.query('UPDATE demo_shop SET next_at = $2 WHERE shop_id = $1', [shop_id, at])

/** Orders by hour of the day in São Paulo, 1 on average. */
const HOURS = [
  0.4, 0.2, 0.1, 0.1, 0.1, 0.2, 0.4, 0.7, 1, 1.2, 1.4, 1.5, 1.7, 1.4, 1.3, 1.3, 1.3, 1.3, 1.4, 1.7, 2, 2, 1.4, 0.8,
]

function usualPause({ orders_a_day }: Shop, at: number): number {
  const pull = HOURS[Math.floor(((((at + BRASILIA) % DAY) + DAY) % DAY) / 3600)]!
  const mean = DAY / orders_a_day / pull
  return Math.max(20, Math.round(mean * (0.4 + randomInt(1200) / 1000)))
}

type Offer = { item_id: bigint; pull: number }

async function order(platform: Platform, { shop_id: shopId }: Shop, at: number): Promise<void> {
  const { rows } = await platform.pool.query<Offer>(
    `SELECT d.item_id, d.pull FROM demo_item d JOIN item USING (item_id) JOIN model m USING (item_id)
     WHERE d.shop_id = $1 AND item.status = 'NORMAL' AND m.stock > 1 ORDER BY d.item_id`,
    [shopId],
  )
  const item = drawn(rows)
  if (!item) return
  const buyerUserId = BigInt(randomInt(800_000_000, 1_900_000_000))
  const buyerUsername = usernameOf(recipientOf(buyerUserId).name, buyerUserId)
  await platform.transaction(async (db) => {
    const { orderSn } = await placeOrder(
      { platform, db, now: at },
      {
        shopId,
        buyerUserId,
        buyerUsername,
        isPaid: false,
        paymentMethod: 'Pix',
        items: [{ itemId: item.item_id, modelId: 0n, quantity: randomInt(9) === 0 ? 2 : 1 }],
        buyerShippingFeeCents: [0, 0, 790, 1290][randomInt(4)]!,
      },
    )
    const paysAt = at + 10 + randomInt(PAYS_WITHIN)
    await db.query('INSERT INTO demo_order (order_sn, pays_at, invoices_at) VALUES ($1, $2, $3)', [
      orderSn,
      paysAt,
      randomInt(OWN_INVOICES) === 0 ? null : paysAt + INVOICED_AFTER,
    ])
  })
}

function drawn(offers: readonly Offer[]): Offer | undefined {
  const all = offers.reduce((sum, { pull }) => sum + pull, 0)
  let left = (randomInt(1_000_000) / 1_000_000) * all
  return offers.find(({ pull }) => (left -= pull) < 0)
}

function usernameOf(name: string, id: bigint): string {
  const [first, ...rest] = name
    .normalize('NFD')
    .replace(/[^a-zA-Z ]/g, '')
    .toLowerCase()
    .split(' ')
  return `${first}.${rest.at(-1)}${id % 10_000n}`
}

/** The due step of each order; one that cannot move now is retried. */
async function moveOn(platform: Platform): Promise<void> {
  const { rows } = await platform.pool.query<{ order_sn: string }>(
    `SELECT d.order_sn FROM demo_order d JOIN orders o USING (order_sn) WHERE CASE o.status
       WHEN 'UNPAID' THEN d.pays_at <= $1::int
       WHEN 'INVOICE_PENDING' THEN d.invoices_at <= $1
       WHEN 'PROCESSED' THEN EXISTS (SELECT FROM shipping_documents s
         WHERE s.order_sn = d.order_sn AND s.download_count > 0 AND s.create_time <= $1 - ${FETCHED_AFTER})
       WHEN 'SHIPPED' THEN coalesce(d.delivers_at, o.pickup_done_time + ${DELIVERED_AFTER}) <= $1
       WHEN 'TO_CONFIRM_RECEIVE' THEN coalesce(d.completes_at, o.delivered_time + ${COMPLETED_AFTER}) <= $1
       ELSE false END
     ORDER BY o.update_time LIMIT ${BATCH}`,
    [platform.clock.now()],
  )
  for (const { order_sn } of rows)
    await step(platform, order_sn).catch((error: unknown) =>
      platform.log.warn({ err: error, orderSn: order_sn }, 'an order of the demonstration does not move'),
    )
}

const step = (platform: Platform, orderSn: string) =>
  platform.transaction(async (db) => {
    const now = platform.clock.now()
    const whole = await lockOrder(db, orderSn)
    const next = whole && nextStepOf(whole, platform.settings.invoicesRequired)
    if (!next) return
    const { status } = await driveOrder({ platform, db, now }, orderSn, next)
    if (status !== 'COMPLETED') return
    // A parcel that took minutes is not paid on Monday.
    await db.query(
      `UPDATE payout_waiting SET due_time = $2 WHERE order_sn = $1
         AND EXISTS (SELECT FROM demo_order d WHERE d.order_sn = $1 AND d.completes_at IS NULL)`,
      [orderSn, now],
    )
    await db.query('DELETE FROM demo_order WHERE order_sn = $1', [orderSn])
  })

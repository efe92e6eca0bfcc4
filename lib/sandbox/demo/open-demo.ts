import type pg from 'pg'
import { inTransaction, openPool, type Database } from '../database'
import { newAccessKey } from '../invoices/access-key'
import { insertItem } from '../items/write-items'
import { migrate } from '../migrate'
import type { Recipient } from '../orders/buyer'
import { newPackageNumber, newTrackingNumber } from '../orders/platform-numbers'
import { makeShop } from '../shops'
import { issuePair, type Pair } from '../tokens'
import { changeShopFees } from '../payment/shop-fees'
import { addToWallet } from '../payment/wallet'
import { channelOf, DEFAULT_CHANNEL } from '../logistics/channels'

/** Times are UNIX seconds, money is in cents. */
type DemoPlatformItem = {
  /** By which orders name it. */
  key: string
  name: string
  sku: string
  priceCents: number
  stock: number
  weightGrams: number
  gtin: string
  imageId: string
  pull: number
  createdAt: number
}

export type DemoPlatformOrder = {
  code: string
  status: 'UNPAID' | 'INVOICE_PENDING' | 'READY_TO_SHIP' | 'PROCESSED' | 'SHIPPED' | 'TO_CONFIRM_RECEIVE'
  placedAt: number
  paidAt: number | null
  shipBy: number | null
  shippedAt: number | null
  deliveredAt: number | null
  trackingNumber: string | null
  sellerVoucherCents: number
  freightPaidCents: number
  buyer: { username: string; recipient: Partial<Recipient> | null }
  lines: { key: string; quantity: number; unitPriceCents: number }[]
}

export type DemoPlatformShop = {
  name: string
  ordersADay: number
  /** The balance of its wallet. */
  balanceCents: number
  points: number
  items: DemoPlatformItem[]
  orders: DemoPlatformOrder[]
}

type Demo = {
  databaseUrl: string
  partnerId: number
  partnerKey: string
  now: Date
  shops: DemoPlatformShop[]
}

type OpenedDemoShop = { shopId: string; grantEndsAt: Date; pair: Pair; items: { name: string; itemId: string }[] }

const DAY = 86_400
const HOUR = 3600
const GRANT_DAYS = 365
/** Before all that is read of a wallet. */
const BALANCE_FROM_DAYS = 500
/** The platform cancels an order three days after its deadline: these still wait. */
const LATEST_DAYS = 2
const FREIGHT_CENTS = 1990
const CNPJ = '12345678000195'

/**
 * The shops of the demonstration company, authorized, with what they sell and with their orders that are under way. Made again, those
 * from before lose their authorization. In the order in which they were given.
 */
export async function openDemo({ databaseUrl, partnerId, partnerKey, now, shops }: Demo): Promise<OpenedDemoShop[]> {
  const pool = openPool(databaseUrl)
  try {
    await migrate(pool)
    return await inTransaction(pool, async (db) => {
      await db.query(
        `INSERT INTO app (partner_id, partner_key) VALUES ($1, $2)
         ON CONFLICT (partner_id) DO UPDATE SET partner_key = excluded.partner_key`,
        [partnerId, partnerKey],
      )
      await deleteEarlier(db)
      const opened: OpenedDemoShop[] = []
      for (const shop of shops) opened.push(await openShop(db, BigInt(partnerId), shop, now))
      return opened
    })
  } finally {
    await (pool satisfies pg.Pool).end()
  }
}

async function deleteEarlier(db: Database): Promise<void> {
  await db.query('DELETE FROM account_grant WHERE shop_id IN (SELECT shop_id FROM demo_shop)')
  await db.query('DELETE FROM demo_order')
  await db.query('DELETE FROM demo_item')
  await db.query('DELETE FROM demo_shop')
}

async function openShop(db: Database, partnerId: bigint, shop: DemoPlatformShop, now: Date): Promise<OpenedDemoShop> {
  const at = Math.floor(now.getTime() / 1000)
  const shopId = await makeShop(db, { name: shop.name, now: at - BALANCE_FROM_DAYS * DAY })
  // The history that the company is made with has no such fee: charged from now on, each new order would be paid short by it.
  await changeShopFees(db, shopId, { protectionCents: 0 })
  const grantEndsAt = at + GRANT_DAYS * DAY
  await db.query('INSERT INTO account_grant (partner_id, shop_id, authorized_at, expires_at) VALUES ($1, $2, $3, $4)', [
    partnerId,
    shopId,
    at,
    grantEndsAt,
  ])
  await db.query('INSERT INTO demo_shop (shop_id, orders_a_day, next_at) VALUES ($1, $2, $3)', [
    shopId,
    shop.ordersADay,
    at,
  ])
  const items = await listItems(db, shopId, shop.items)
  await writeOrders(db, { shopId, at, items }, shop.orders)
  if (shop.balanceCents !== 0)
    await addToWallet(db, {
      shopId,
      type: 'ADJUSTMENT_CENTER_ADD',
      amountCents: shop.balanceCents,
      now: at - BALANCE_FROM_DAYS * DAY,
    })
  if (shop.points > 0)
    await db.query(
      `INSERT INTO penalty_point (shop_id, issue_time, original_points, latest_points, violation_type) VALUES ($1, $2, $3, $3, 5)`,
      [shopId, at - 19 * DAY, shop.points],
    )
  const pair = await issuePair(db, { partnerId, subjects: [{ kind: 'shop', id: shopId }], now: at })
  const named = [...items.values()].map(({ itemId, item }) => ({ name: item.name, itemId: String(itemId) }))
  return { shopId: String(shopId), grantEndsAt: new Date(grantEndsAt * 1000), pair, items: named }
}

type Listed = Map<string, { itemId: bigint; item: DemoPlatformItem }>

async function listItems(db: Database, shopId: bigint, items: readonly DemoPlatformItem[]): Promise<Listed> {
  const listed: Listed = new Map()
  for (const item of items) {
    const { name, sku, priceCents, stock, weightGrams, gtin, imageId, createdAt } = item
    const itemId = await insertItem(db, {
      shopId,
      name,
      sku,
      weightGrams,
      lengthCm: 24,
      widthCm: 18,
      heightCm: 12,
      gtinCode: gtin,
      description: `${name}. Produto novo, com nota fiscal e envio em até 2 dias úteis.`,
      categoryId: 100_013,
      status: 'NORMAL',
      imageIds: [imageId],
      createTime: createdAt,
      models: [{ tierIndex: [], name: '', sku, priceCents, stock }],
    })
    listed.set(item.key, { itemId, item })
  }
  await insertRows(
    db,
    'demo_item',
    [...listed.values()].map(({ itemId, item }) => ({
      item_id: String(itemId),
      shop_id: String(shopId),
      pull: item.pull,
    })),
  )
  return listed
}

type Place = { shopId: bigint; at: number; items: Listed }

async function writeOrders(db: Database, place: Place, orders: readonly DemoPlatformOrder[]): Promise<void> {
  const channel = channelOf(DEFAULT_CHANNEL)
  const rows = orders.map((order, index) => rowsOf(place, order, index, channel))
  await insertRows(
    db,
    'orders',
    rows.map(({ order }) => order),
  )
  await insertRows(
    db,
    'order_items',
    rows.flatMap(({ lines }) => lines),
  )
  await insertRows(
    db,
    'packages',
    rows.map(({ parcel }) => parcel),
  )
  await insertRows(
    db,
    'invoices',
    rows.flatMap(({ invoice }) => invoice ?? []),
  )
  await insertRows(
    db,
    'demo_order',
    rows.map(({ course }) => course),
  )
}

function rowsOf(
  { shopId, at, items }: Place,
  order: DemoPlatformOrder,
  index: number,
  channel: ReturnType<typeof channelOf>,
) {
  const { code, status, placedAt, paidAt, shippedAt, deliveredAt } = order
  const shop = String(shopId)
  const itemsCents = order.lines.reduce((sum, { unitPriceCents, quantity }) => sum + unitPriceCents * quantity, 0)
  const paid = paidAt ?? placedAt
  const isSent = shippedAt !== null
  const arrangedAt = shippedAt ?? (status === 'PROCESSED' ? Math.min(at, paid + 5 * HOUR) : null)
  const shipBy = Math.max(order.shipBy ?? placedAt + 2 * DAY, at - LATEST_DAYS * DAY)
  const updatedAt = deliveredAt ?? arrangedAt ?? paid
  // Three to six days on the road, and never all on one day.
  const deliversAt = isSent ? Math.max(at + (1 + (index % 7)) * HOUR, shippedAt + (3 + (index % 4)) * DAY) : null
  const packages = { logistics_channel_id: channel.id, shipping_carrier: channel.carrier }
  return {
    order: {
      order_sn: code,
      shop_id: shop,
      status,
      create_time: placedAt,
      update_time: updatedAt,
      pay_time: paidAt,
      ship_by_date: shipBy,
      days_to_ship: 2,
      pickup_done_time: shippedAt,
      delivered_time: deliveredAt,
      edt_from: paid + 4 * DAY,
      edt_to: paid + 9 * DAY,
      cod: false,
      message_to_seller: '',
      note: '',
      buyer_user_id: 700_000_000 + (Number(shopId % 1000n) * 10_000 + index),
      buyer_username: order.buyer.username,
      recipient: recipientOf(order),
      note_update_time: 0,
      split_up: false,
      payment_method: index % 3 === 0 ? 'Credit Card' : 'Pix',
      total_amount_cents: Math.max(0, itemsCents - order.sellerVoucherCents) + order.freightPaidCents,
      items_cents: itemsCents,
      seller_voucher_cents: order.sellerVoucherCents,
      shopee_voucher_cents: 0,
      buyer_shipping_fee_cents: order.freightPaidCents,
      estimated_shipping_fee_cents: FREIGHT_CENTS,
      actual_shipping_fee_cents: isSent ? FREIGHT_CENTS : 0,
      actual_shipping_fee_confirmed: deliveredAt !== null,
      reverse_shipping_fee_cents: 0,
      ...packages,
      fulfillment_flag: 'fulfilled_by_local_seller',
      hot_listing: false,
      stock_held: !isSent,
      cancel_by: '',
      cancel_reason: '',
      buyer_cancel_reason: '',
    },
    lines: order.lines.map(({ key, quantity, unitPriceCents }, line) => {
      const { itemId, item } = items.get(key)!
      return {
        order_sn: code,
        line_no: line + 1,
        item_id: String(itemId),
        model_id: 0,
        item_name: item.name,
        item_sku: item.sku,
        model_name: '',
        model_sku: item.sku,
        quantity,
        weight_grams: item.weightGrams,
        original_price_cents: unitPriceCents,
        discounted_price_cents: unitPriceCents,
        promotion_type: '',
        promotion_id: 0,
        image_url: `https://cf.shopee.com.br/file/${item.imageId}`,
        cancelled_quantity: 0,
        return_requested_quantity: 0,
        returned_quantity: 0,
      }
    }),
    parcel: {
      package_number: newPackageNumber(),
      order_sn: code,
      shop_id: shop,
      logistics_status: parcelStatusOf(status),
      ...packages,
      create_time: placedAt,
      update_time: updatedAt,
      ship_by_date: shipBy,
      ship_method: arrangedAt === null ? null : 'dropoff',
      arranged_time: arrangedAt,
      tracking_number: arrangedAt === null ? null : (order.trackingNumber ?? newTrackingNumber()),
      tracking_ready_time: arrangedAt,
      pickup_done_time: shippedAt,
      delivered_time: deliveredAt,
    },
    invoice:
      paidAt === null || status === 'INVOICE_PENDING'
        ? null
        : {
            order_sn: code,
            shop_id: shop,
            status: 'valid',
            pending_reason: '',
            number: String(4100 + index),
            series_number: '1',
            access_key: newAccessKey({ cnpj: CNPJ, number: 4100 + index, now: paidAt }),
            issue_date: paidAt + HOUR,
            total_value_cents: itemsCents,
            products_total_value_cents: itemsCents,
            tax_code: '5102',
            upload_time: paidAt + HOUR,
            verdict: '',
          },
    course: {
      order_sn: code,
      // Some unpaid orders are paid during the demonstration, the rest never.
      pays_at: paidAt === null && index % 2 === 0 ? at + 10 * 60 + index * 97 : null,
      invoices_at: null,
      delivers_at: deliversAt,
      completes_at: deliveredAt === null && deliversAt === null ? null : (deliveredAt ?? deliversAt!) + 7 * DAY,
    },
  }
}

function recipientOf({ buyer: { recipient } }: DemoPlatformOrder): Recipient | null {
  if (!recipient?.name || !recipient.city || !recipient.state) return null
  const { name, city, state } = recipient
  const zipcode = recipient.zipcode ?? '01310-000'
  return {
    name,
    city,
    state,
    zipcode,
    phone: '******',
    town: '',
    district: 'Centro',
    region: 'BR',
    full_address: recipient.full_address ?? `Rua das Flores, 100, Centro, ${city}, ${state}, ${zipcode}`,
  }
}

const parcelStatusOf = (status: DemoPlatformOrder['status']) =>
  ({
    UNPAID: 'LOGISTICS_NOT_START',
    INVOICE_PENDING: 'LOGISTICS_NOT_START',
    READY_TO_SHIP: 'LOGISTICS_READY',
    PROCESSED: 'LOGISTICS_REQUEST_CREATED',
    SHIPPED: 'LOGISTICS_PICKUP_DONE',
    TO_CONFIRM_RECEIVE: 'LOGISTICS_DELIVERY_DONE',
  })[status]

async function insertRows(db: Database, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0]!).join(', ')
  await db.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

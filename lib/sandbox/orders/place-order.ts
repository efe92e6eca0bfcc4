import { randomInt } from 'node:crypto'
import { channelOf, DEFAULT_CHANNEL } from '../logistics/channels'
import { PlatformError } from '../platform-error'
import { getSellable, listSellable, reserveStock, type Sellable } from '../stock'
import { byModel, moveOrder, sendOrderStatus, type Moment } from './move-order'
import { newOrderSn, newPackageNumber } from './platform-numbers'
import { lockOrder } from './order-rows'

export type OrderRequest = {
  shopId: bigint
  /** Any sellable item when left out. */
  items?: { itemId: bigint; modelId: bigint; quantity: number }[]
  /** From the marketplace's warehouse; only its items can be ordered so. */
  fulfilledByShopee?: boolean
  buyerUserId?: bigint
  buyerUsername?: string
  paymentMethod?: string
  messageToSeller?: string
  channelId?: number
  buyerShippingFeeCents?: number
  estimatedShippingFeeCents?: number
  sellerVoucherCents?: number
  shopeeVoucherCents?: number
  isPaid?: boolean
}

const DAYS_TO_SHIP = 2
const FREIGHT_CENTS = 1990
const paymentMethods = ['Pix', 'Pix', 'Credit Card', 'Boleto Bancário', 'SPayLater']

type Line = Sellable & { quantity: number }

/** A buyer's order, with its stock taken, in UNPAID or paid. */
export async function placeOrder(moment: Moment, request: OrderRequest): Promise<{ orderSn: string; status: string }> {
  const lines = await chooseLines(moment, request)
  const orderSn = await insertOrder(moment, request, lines)
  const taken = lines.map(({ itemId, modelId, quantity }) => ({ item_id: itemId, model_id: modelId, quantity }))
  for (const line of byModel(taken))
    await reserveStock(moment.db, request.shopId, line.item_id, line.model_id, -line.quantity, {
      now: moment.now,
      orderSn,
    })
  await sendOrderStatus(moment, { order_sn: orderSn, shop_id: request.shopId }, 'UNPAID')
  if (request.isPaid === false) return { orderSn, status: 'UNPAID' }
  const whole = await lockOrder(moment.db, orderSn)
  return { orderSn, status: await moveOrder(moment, whole!, 'pay') }
}

async function chooseLines({ db }: Moment, request: OrderRequest): Promise<Line[]> {
  if (request.items?.length) {
    const lines = await Promise.all(
      request.items.map(async ({ itemId, modelId, quantity }) => {
        const sellable = await getSellable(db, request.shopId, itemId, modelId)
        if (!sellable) throw new PlatformError('error_item_not_found', 'The item is not found or not for sale.')
        return { ...sellable, quantity }
      }),
    )
    if (new Set(lines.map((line) => line.fulfilledByShopee)).size > 1)
      throw new PlatformError('error_param', 'Items of the seller and of the warehouse make two orders.')
    return lines
  }
  const offers = (await listSellable(db, request.shopId)).filter(
    (offer) => offer.available > 0 && offer.fulfilledByShopee === (request.fulfilledByShopee ?? false),
  )
  const offer = offers[randomInt(Math.max(1, offers.length))]
  if (!offer) throw new PlatformError('error_item_not_found', 'The shop has nothing to sell.')
  return [{ ...offer, quantity: 1 }]
}

/** The buyer pays 5 % less by Pix from R$80, 8 % from R$500; the seller's fees fall by as much. Rounded as in history/draw-orders.ts. */
const pixSteps = [
  { fromCents: 50_000, percent: 8 },
  { fromCents: 8_000, percent: 5 },
]
function pixDiscountOf(paymentMethod: string, goodsCents: number): number {
  const step = paymentMethod === 'Pix' ? pixSteps.find(({ fromCents }) => goodsCents >= fromCents) : undefined
  return step ? Math.floor((goodsCents * step.percent) / 100) : 0
}

async function insertOrder({ db, now }: Moment, request: OrderRequest, lines: Line[]): Promise<string> {
  const orderSn = newOrderSn(now)
  const channel = channelOf(request.channelId ?? DEFAULT_CHANNEL)
  const itemsCents = lines.reduce((sum, line) => sum + Number(line.priceCents) * line.quantity, 0)
  const voucherCents = (request.sellerVoucherCents ?? 0) + (request.shopeeVoucherCents ?? 0)
  const shippingCents = request.buyerShippingFeeCents ?? 0
  const paymentMethod = request.paymentMethod ?? paymentMethods[randomInt(paymentMethods.length)]!
  const pixCents = pixDiscountOf(paymentMethod, itemsCents - (request.sellerVoucherCents ?? 0))
  const buyerUserId = request.buyerUserId ?? BigInt(randomInt(100_000_000, 1_999_999_999))
  await db.query(
    `INSERT INTO orders (order_sn, shop_id, status, create_time, update_time, ship_by_date, days_to_ship,
       buyer_user_id, buyer_username, payment_method, message_to_seller, total_amount_cents, items_cents,
       seller_voucher_cents, shopee_voucher_cents, buyer_shipping_fee_cents, estimated_shipping_fee_cents,
       logistics_channel_id, shipping_carrier, fulfillment_flag, stock_held)
     VALUES ($1, $2, 'UNPAID', $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, true)`,
    [
      orderSn,
      request.shopId,
      now,
      now + DAYS_TO_SHIP * 86_400,
      DAYS_TO_SHIP,
      buyerUserId,
      request.buyerUsername ?? `comprador${buyerUserId % 100_000n}`,
      paymentMethod,
      request.messageToSeller ?? '',
      Math.max(0, itemsCents - voucherCents - pixCents) + shippingCents,
      itemsCents,
      request.sellerVoucherCents ?? 0,
      request.shopeeVoucherCents ?? 0,
      shippingCents,
      request.estimatedShippingFeeCents ?? FREIGHT_CENTS,
      channel.id,
      channel.carrier,
      lines[0]!.fulfilledByShopee ? 'fulfilled_by_shopee' : 'fulfilled_by_local_seller',
    ],
  )
  await db.query(
    `INSERT INTO packages (package_number, order_sn, shop_id, logistics_status, logistics_channel_id, shipping_carrier,
       create_time, update_time, ship_by_date)
     VALUES ($1, $2, $3, 'LOGISTICS_NOT_START', $4, $5, $6, $6, $7)`,
    [newPackageNumber(), orderSn, request.shopId, channel.id, channel.carrier, now, now + DAYS_TO_SHIP * 86_400],
  )
  if (pixCents > 0)
    await db.query(
      'INSERT INTO order_money (order_sn, shop_id, pix_discount_cents, product_rebate_cents) VALUES ($1, $2, $3, $3)',
      [orderSn, request.shopId, pixCents],
    )
  for (const [index, line] of lines.entries()) await insertLine({ db }, orderSn, index + 1, line)
  return orderSn
}

async function insertLine({ db }: Pick<Moment, 'db'>, orderSn: string, lineNo: number, line: Line): Promise<void> {
  await db.query(
    `INSERT INTO order_items (order_sn, line_no, item_id, model_id, item_name, item_sku, model_name, model_sku, quantity,
       original_price_cents, discounted_price_cents, promotion_type, promotion_id, weight_grams, image_url)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      orderSn,
      lineNo,
      line.itemId,
      line.modelId,
      line.itemName,
      line.itemSku,
      line.modelName,
      line.modelSku,
      line.quantity,
      line.originalPriceCents,
      line.priceCents,
      line.promotionType,
      line.promotionId,
      line.weightGrams,
      line.imageUrl,
    ],
  )
}

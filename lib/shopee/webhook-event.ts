import type { AppCaller } from './app'
import { isRecord } from './envelope'
import { parseJson } from './json'
import { elementsOf } from './orders'
import { read } from './reading'
import { callShopee } from './transport'
import { count, fields, flag, id, smallInteger, text, time, wordList } from './lenient'

/** The platform's numbers (push list of 03/09/2026); those it has not published come as `unknown`. */
export const webhookEventCodes = {
  1: 'shopAuthorized',
  2: 'shopDeauthorized',
  3: 'orderStatus',
  4: 'orderTracking',
  5: 'platformNews',
  6: 'itemBanned',
  7: 'itemPromotion',
  8: 'reservedStock',
  9: 'promotionUpdate',
  10: 'webchat',
  11: 'videoUpload',
  12: 'authorizationExpiring',
  13: 'brandRegistered',
  15: 'shippingDocument',
  16: 'itemViolation',
  18: 'consignment',
  19: 'consignment',
  20: 'consignment',
  21: 'consignment',
  22: 'itemPrice',
  23: 'bookingStatus',
  24: 'bookingTracking',
  25: 'bookingDocument',
  27: 'itemPublishFailed',
  28: 'penaltyUpdate',
  29: 'returnUpdate',
  30: 'packageFulfillment',
  31: 'fullInvoiceIssued',
  33: 'fullInvoiceError',
  34: 'fullShopBlocked',
  35: 'fullSkuBlocked',
  36: 'fullStock',
  37: 'courierBinding',
  38: 'videoResult',
  47: 'packageInfo',
} as const satisfies Record<number, string>
export type WebhookEventKind = (typeof webhookEventCodes)[keyof typeof webhookEventCodes] | 'unknown'

export type ShopeeWebhookEvent = {
  code: number
  kind: WebhookEventKind
  /** Whose it is; several where a main account is concerned, none where only its text says so. */
  shopIds: string[]
  /** When the platform sent it. */
  sentAt: Date | null
  /** When what it tells happened, where it says so. */
  happenedAt: Date | null
  orderSn: string | null
  packageNumber: string | null
  returnSn: string | null
  itemId: string | null
  modelId: string | null
  status: string | null
  trackingNumber: string | null
  /** For authorizations: "expiry", "shop authorization by user" and the like. */
  authorizeType: string | null
  expiresBefore: Date | null
}

const isKnown = (code: number): code is keyof typeof webhookEventCodes => code in webhookEventCodes

/** The subject of a code; `unknown` for one that is not published. */
export const webhookEventKindOf = (code: number): WebhookEventKind =>
  isKnown(code) ? webhookEventCodes[code] : 'unknown'

const isPingCode = (code: unknown) => code === 0 || code === '0'

/** Whether the body is the console's ping, which asks for an empty 2xx and says nothing of a shop. */
export function isPing(bytes: Uint8Array): boolean {
  const body = parsedOrNull(Buffer.from(bytes).toString('utf8'))
  if (!isRecord(body) || !isPingCode(body.code)) return false
  const data = typeof body.data === 'string' ? parsedOrNull(body.data) : body.data
  return isRecord(data) && typeof data.verify_info === 'string'
}

/** "shop id 600000 (BR) has cancelled …": the only place where some cancellations name the shop. */
const shopInText = (text: string | null) => /shop[_ ]?id:? ?(\d{1,20})/i.exec(text ?? '')?.[1]

function shopsOf(frame: (typeof webhookEventFrame)['_output'], data: (typeof webhookEventData)['_output']): string[] {
  const named = frame.shop_id ?? frame.shopid ?? data.shop_id ?? data.shopid ?? shopInText(data.extra)
  const listed = [...data.shop_id_list, ...data.shop_expire_soon].filter((one) => /^\d{1,20}$/.test(one))
  return [...new Set([...(named ? [named] : []), ...listed])]
}

/** The object that the event is about: `data`, as an object, as text or as a list of one, or the body itself. */
function innerOf(body: Record<string, unknown>): Record<string, unknown> {
  const inner = typeof body.data === 'string' ? parsedOrNull(body.data) : body.data
  if (isRecord(inner)) return inner
  const [first, ...more] = Array.isArray(inner) ? inner : []
  if (more.length > 0) return {}
  return isRecord(first) ? first : body
}

/**
 * The content of a webhook event, from its parsed body; null for any other body (the test event of the console is an
 * empty one).
 */
export function reshapeWebhookEvent(body: unknown): ShopeeWebhookEvent | null {
  const frame = webhookEventFrame.safeParse(body)
  if (!frame.success || frame.data.code === null || !isRecord(body)) return null
  const inner = innerOf(body)
  const data = webhookEventData.parse(inner)
  const { code } = frame.data
  // A return's event names each field that changed, in no order.
  const updates = elementsOf(inner, 'updated_values')
    .flatMap((one) => webhookEventData.parse({ update_time: isRecord(one) ? one.update_time : null }).update_time ?? [])
    .toSorted((a, b) => a.getTime() - b.getTime())
  return {
    code,
    kind: webhookEventKindOf(code),
    shopIds: shopsOf(frame.data, data),
    sentAt: frame.data.timestamp,
    happenedAt: data.update_time ?? updates.at(-1) ?? null,
    orderSn: data.ordersn ?? data.order_sn,
    packageNumber: data.package_number,
    returnSn: data.return_sn,
    itemId: data.item_id,
    modelId: data.model_id ?? data.variation_id,
    status: data.status ?? data.fulfillment_status,
    trackingNumber: data.tracking_no ?? data.tracking_number,
    authorizeType: data.authorize_type,
    expiresBefore: data.expire_before,
  }
}

function parsedOrNull(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

/** The raw bytes of a genuine push (see hasValidWebhookSignature), or null for what is none. */
export const readWebhookEvent = (bytes: Uint8Array): ShopeeWebhookEvent | null =>
  reshapeWebhookEvent(parsedOrNull(Buffer.from(bytes).toString('utf8')))

export type LostWebhookEvent = { event: ShopeeWebhookEvent; body: string }

/** The oldest pushes that were lost in the last three days; they come again until confirmed. */
export async function getLostWebhookEvents(caller: AppCaller) {
  const path = '/api/v2/push/get_lost_push_message'
  const { response } = await callShopee(caller, { path, repeatable: true })
  const { data } = read(path, lostWebhookEventPage, response)
  const webhookEvents = elementsOf(response, 'push_message_list').flatMap((message): LostWebhookEvent[] => {
    const webhookEvent = isRecord(message) ? wholeWebhookEvent(message) : null
    return webhookEvent ? [{ event: webhookEvent, body: JSON.stringify(message) }] : []
  })
  return { webhookEvents, hasMore: data.has_next_page, lastMessageId: data.last_message_id }
}

/** `data` is the whole push as text, the push as an object, or only its inner part. */
function wholeWebhookEvent(message: Record<string, unknown>): ShopeeWebhookEvent | null {
  const inner = typeof message.data === 'string' ? parsedOrNull(message.data) : message.data
  if (isRecord(inner) && 'data' in inner && 'code' in inner) return reshapeWebhookEvent(inner)
  return lostWebhookEvent.safeParse(message).success ? reshapeWebhookEvent({ ...message, data: inner }) : null
}

/** Up to and including this one they are not given again. */
export async function confirmLostWebhookEvents(caller: AppCaller, lastMessageId: string): Promise<void> {
  await callShopee(caller, {
    path: '/api/v2/push/confirm_consumed_lost_push_message',
    repeatable: true,
    body: { last_message_id: BigInt(lastMessageId) },
  })
}

const webhookEventFrame = fields({
  code: smallInteger,
  shop_id: id,
  shopid: id,
  partner_id: id,
  timestamp: time,
})

/** The fields of any webhook event: the platform names an order and a shop in more than one way. */
const webhookEventData = fields({
  ordersn: text,
  order_sn: text,
  shop_id: id,
  shopid: id,
  status: text,
  update_time: time,
  completed_scenario: text,
  package_number: text,
  tracking_no: text,
  tracking_number: text,
  fulfillment_status: text,
  return_sn: text,
  item_id: id,
  model_id: id,
  variation_id: id,
  action: text,
  promotion_id: id,
  promotion_type: text,
  authorize_type: text,
  extra: text,
  success: flag,
  shop_id_list: wordList,
  main_account_id: id,
  shop_expire_soon: wordList,
  expire_before: time,
  page_no: count,
  total_page: count,
})

const lostWebhookEvent = fields({ shop_id: id, code: smallInteger, timestamp: time })
const lostWebhookEventPage = fields({ has_next_page: flag, last_message_id: id })

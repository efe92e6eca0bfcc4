import { z } from 'zod'

/** A push as receive-webhook-event.ts keeps it: identifiers alone, since the state is read from the platform. */
const storedWebhookEvent = z.object({
  code: z.int(),
  kind: z.string(),
  shopIds: z.array(z.string()),
  orderSn: z.string().nullable(),
  returnSn: z.string().nullable(),
  itemId: z.string().nullable(),
  authorizeType: z.string().nullable(),
})
export type StoredWebhookEvent = z.output<typeof storedWebhookEvent>

export const readStoredWebhookEvent = (body: unknown): StoredWebhookEvent | null =>
  storedWebhookEvent.safeParse(body).data ?? null

export type EventSubjects = {
  orders: string[]
  items: string[]
  returns: string[]
  /** Orders whose parcels may have got a tracking number. */
  tracked: string[]
  /** Orders whose labels may be made. */
  labelled: string[]
  /** Something was said of the shop's authorization. */
  isAboutGrant: boolean
  /** The platform rated the shop again. */
  isAboutHealth: boolean
}

const ABOUT_GRANT = ['shopAuthorized', 'shopDeauthorized', 'authorizationExpiring']
const ABOUT_ITEMS = [
  'itemBanned',
  'itemPromotion',
  'reservedStock',
  'itemPrice',
  'itemViolation',
  'itemPublishFailed',
  'fullStock',
]

/** The subjects to read after these events, each once, in the order in which they happened. */
export function subjectsOf(webhookEvents: readonly (StoredWebhookEvent | null)[]): EventSubjects {
  const [orders, items, returns] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const [tracked, labelled] = [new Set<string>(), new Set<string>()]
  let isAboutGrant = false
  let isAboutHealth = false
  for (const webhookEvent of webhookEvents) {
    if (!webhookEvent) continue
    if (ABOUT_GRANT.includes(webhookEvent.kind)) isAboutGrant = true
    else if (webhookEvent.kind === 'penaltyUpdate') isAboutHealth = true
    else if (webhookEvent.returnSn) returns.add(webhookEvent.returnSn)
    else if (webhookEvent.itemId && ABOUT_ITEMS.includes(webhookEvent.kind)) items.add(webhookEvent.itemId)
    else if (webhookEvent.kind === 'shippingDocument' && webhookEvent.orderSn) labelled.add(webhookEvent.orderSn)
    else if (webhookEvent.orderSn) orders.add(webhookEvent.orderSn)
    if (webhookEvent.kind === 'orderTracking' && webhookEvent.orderSn) tracked.add(webhookEvent.orderSn)
    if (webhookEvent.kind === 'returnUpdate' && webhookEvent.orderSn) orders.add(webhookEvent.orderSn)
  }
  return {
    orders: [...orders],
    items: [...items],
    returns: [...returns],
    tracked: [...tracked],
    labelled: [...labelled],
    isAboutGrant,
    isAboutHealth,
  }
}

import { z } from 'zod'

/** A push as receive-push.ts keeps it: identifiers alone, since the state is read from the platform. */
const keptPush = z.object({
  code: z.int(),
  kind: z.string(),
  shopIds: z.array(z.string()),
  orderSn: z.string().nullable(),
  returnSn: z.string().nullable(),
  itemId: z.string().nullable(),
  authorizeType: z.string().nullable(),
})
export type KeptPush = z.output<typeof keptPush>

export const readKeptPush = (body: unknown): KeptPush | null => keptPush.safeParse(body).data ?? null

export type PushSubjects = {
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
export function subjectsOf(pushes: readonly (KeptPush | null)[]): PushSubjects {
  const [orders, items, returns] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const [tracked, labelled] = [new Set<string>(), new Set<string>()]
  let isAboutGrant = false
  let isAboutHealth = false
  for (const push of pushes) {
    if (!push) continue
    if (ABOUT_GRANT.includes(push.kind)) isAboutGrant = true
    else if (push.kind === 'penaltyUpdate') isAboutHealth = true
    else if (push.returnSn) returns.add(push.returnSn)
    else if (push.itemId && ABOUT_ITEMS.includes(push.kind)) items.add(push.itemId)
    else if (push.kind === 'shippingDocument' && push.orderSn) labelled.add(push.orderSn)
    else if (push.orderSn) orders.add(push.orderSn)
    if (push.kind === 'orderTracking' && push.orderSn) tracked.add(push.orderSn)
    if (push.kind === 'returnUpdate' && push.orderSn) orders.add(push.orderSn)
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

import type { Scope } from '@/lib/core/permissions'
import type { OrderStatus } from './schema'

export type Buyer = {
  name: string | null
  username: string | null
  phone: string | null
  document: string | null
  address: string | null
  city: string | null
  state: string | null
  postalCode: string | null
}

const HIDDEN = '•••'

/** 'Maria Souza' → 'M••• S•••'. */
const maskName = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => `${part.slice(0, 1)}${HIDDEN}`)
    .join(' ')

const maskEnd = (text: string, shown: number) => `${HIDDEN}${text.slice(-shown)}`

/** The parcel is out of the house, or will never be needed: what masks a buyer for some roles. */
export const hasLeft = ({ status, shippedAt }: { status: OrderStatus; shippedAt: Date | null }) =>
  shippedAt !== null || status === 'shipped' || status === 'delivered' || status === 'cancelled'

/** How much of a buyer the role sees: until the order has left, all; afterwards some roles see only a shadow of it. */
export function visibilityOf(scope: Scope, shipped: boolean): 'full' | 'masked' | 'none' {
  if (scope === 'all') return 'full'
  if (scope !== 'maskedOnceShipped') return 'none'
  return shipped ? 'masked' : 'full'
}

export function showName(name: string | null, visibility: ReturnType<typeof visibilityOf>): string | null {
  if (!name || visibility === 'none') return null
  return visibility === 'full' ? name : maskName(name)
}

/** City and state stay, which carriers' questions need; the person's identity does not. */
export function showBuyer(buyer: Buyer, visibility: ReturnType<typeof visibilityOf>): Buyer | null {
  if (visibility === 'none') return null
  if (visibility === 'full') return buyer
  return {
    ...buyer,
    name: showName(buyer.name, visibility),
    username: buyer.username && maskName(buyer.username),
    phone: buyer.phone && maskEnd(buyer.phone, 2),
    document: buyer.document && maskEnd(buyer.document, 2),
    address: buyer.address && HIDDEN,
    postalCode: buyer.postalCode && `${buyer.postalCode.slice(0, 2)}${HIDDEN}`,
  }
}

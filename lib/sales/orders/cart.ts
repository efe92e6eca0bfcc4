import { noTerms, type TermsDraft } from './sale-terms'
import { entryStatuses, maxLineUnits, maxOrderLines, paymentMethods, type EntryStatus } from './schema'

/** The looked-up data of a product; amounts are text, since they travel as JSON and rest in the browser's storage. */
export type SellableProduct = {
  id: string
  sku: string
  title: string
  priceCents: string | null
  available: number
}
export type CartLine = SellableProduct & {
  quantity: number
  /** The agreed amount instead of the product's price. */
  agreedCents?: string
  /** An unreadable text typed as its price. */
  unreadPrice?: string
  /** The catalogue no longer has it: archived since it was added. */
  gone?: true
}
export type Cart = TermsDraft & {
  /** Names this cart to the server, so that it becomes one order whatever is clicked, retried or reloaded. */
  key: string
  lines: CartLine[]
  customerName: string
  note: string
  status: EntryStatus
  /** Null: the company's first channel. */
  channelId: string | null
}

export const emptyCart: Cart = {
  key: '',
  lines: [],
  customerName: '',
  note: '',
  status: 'pending',
  channelId: null,
  ...noTerms,
}

/** The limit that a cart exceeds. */
export type CartLimit = 'units' | 'lines'

export function addToCart(lines: CartLine[], product: SellableProduct, quantity: number): CartLine[] | CartLimit {
  const known = lines.find(({ id }) => id === product.id)
  const total = (known?.quantity ?? 0) + quantity
  if (total > maxLineUnits) return 'units'
  if (!known && lines.length >= maxOrderLines) return 'lines'
  return known
    ? lines.map((line) => (line.id === product.id ? { ...line, ...product, quantity: total } : line))
    : [...lines, { ...product, quantity }]
}

/** Prices and stock as they are now; what was asked for and not found is marked. */
export function refreshLines(lines: CartLine[], ids: string[], products: SellableProduct[]): CartLine[] {
  const byId = new Map(products.map((product) => [product.id, product]))
  return lines.map(({ gone, ...line }) => {
    if (!ids.includes(line.id)) return gone ? { ...line, gone } : line
    const product = byId.get(line.id)
    return product ? { ...line, ...product } : { ...line, gone: true }
  })
}

/** Null: the product has none, and none was agreed. */
export const priceOf = ({ agreedCents, priceCents }: CartLine): bigint | null => {
  const text = agreedCents ?? priceCents
  return text === null ? null : BigInt(text)
}

export const lineTotalCents = (line: CartLine): bigint => (priceOf(line) ?? 0n) * BigInt(line.quantity)

export const cartTotalCents = (lines: CartLine[]): bigint =>
  lines.reduce((total, line) => total + lineTotalCents(line), 0n)

export const cartUnits = (lines: CartLine[]): number => lines.reduce((total, { quantity }) => total + quantity, 0)

/** Whole units above zero, or null. */
export function readQuantity(text: string): number | null {
  const typed = text.trim()
  const quantity = /^\d{1,6}$/.test(typed) ? Number(typed) : 0
  return quantity >= 1 && quantity <= maxLineUnits ? quantity : null
}

/** A whole number, but of more units than a line holds. */
export const isTooMany = (text: string): boolean => /^\d+$/.test(text.trim()) && Number(text) > maxLineUnits

/** The cart stored before a reload. Any other text is no cart. */
export function readStoredCart(text: string | null): Cart | null {
  if (!text) return null
  try {
    const stored: unknown = JSON.parse(text)
    return isCart(stored) ? { ...emptyCart, ...stored } : null
  } catch {
    return null
  }
}

function isCart(value: unknown): value is Cart {
  const cart = value as Partial<Cart> | null
  const terms = [cart?.discount ?? '', cart?.freightPaid ?? '', cart?.freightCost ?? '']
  const texts = [cart?.key, cart?.customerName, cart?.note, cart?.channelId ?? '', ...terms]
  return (
    texts.every((text) => typeof text === 'string') &&
    [undefined, null, ...paymentMethods].includes(cart?.paymentMethod) &&
    entryStatuses.some((status) => status === cart?.status) &&
    Array.isArray(cart?.lines) &&
    cart.lines.every(isLine)
  )
}

function isLine(value: unknown): boolean {
  const line = value as Partial<CartLine> | null
  const texts = [line?.id, line?.sku, line?.title]
  const isPrice = (price: unknown) => typeof price === 'string' && /^\d{1,18}$/.test(price)
  return (
    texts.every((text) => typeof text === 'string') &&
    (line?.priceCents === null || isPrice(line?.priceCents)) &&
    (line?.agreedCents === undefined || isPrice(line.agreedCents)) &&
    ['undefined', 'string'].includes(typeof line?.unreadPrice) &&
    typeof line?.available === 'number' &&
    readQuantity(String(line.quantity)) !== null
  )
}

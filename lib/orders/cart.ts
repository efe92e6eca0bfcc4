import { entryStatuses, maxLineUnits, maxOrderLines, type EntryStatus } from './schema'

/** What the lookup knows of a product; amounts are text, since they travel as JSON and rest in the browser's storage. */
export type SellableProduct = {
  id: string
  sku: string
  title: string
  priceCents: string | null
  available: number
}
export type CartLine = SellableProduct & {
  quantity: number
  /** The catalogue no longer has it: archived since it was added. */
  gone?: true
}
export type Cart = {
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
}

/** What a cart has too much of. */
export type CartLimit = 'units' | 'lines'

export function addToCart(lines: CartLine[], product: SellableProduct, quantity: number): CartLine[] | CartLimit {
  const known = lines.find(({ id }) => id === product.id)
  const total = (known?.quantity ?? 0) + quantity
  if (total > maxLineUnits) return 'units'
  if (!known && lines.length >= maxOrderLines) return 'lines'
  return known
    ? lines.map((line) => (line.id === product.id ? { ...product, quantity: total } : line))
    : [...lines, { ...product, quantity }]
}

/** Prices and stock as they are now; what was asked for and not found is marked. */
export function refreshLines(lines: CartLine[], asked: string[], products: SellableProduct[]): CartLine[] {
  const found = new Map(products.map((product) => [product.id, product]))
  return lines.map(({ gone, ...line }) => {
    if (!asked.includes(line.id)) return gone ? { ...line, gone } : line
    const product = found.get(line.id)
    return product ? { ...product, quantity: line.quantity } : { ...line, gone: true }
  })
}

export const lineTotalCents = ({ priceCents, quantity }: CartLine): bigint => BigInt(priceCents ?? 0) * BigInt(quantity)

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

/** What was stored before a reload. Anything that is not a cart is no cart. */
export function readStoredCart(text: string | null): Cart | null {
  if (!text) return null
  try {
    const stored: unknown = JSON.parse(text)
    return isCart(stored) ? stored : null
  } catch {
    return null
  }
}

function isCart(value: unknown): value is Cart {
  const cart = value as Partial<Cart> | null
  const texts = [cart?.key, cart?.customerName, cart?.note, cart?.channelId ?? '']
  return (
    texts.every((text) => typeof text === 'string') &&
    entryStatuses.some((status) => status === cart?.status) &&
    Array.isArray(cart?.lines) &&
    cart.lines.every(isLine)
  )
}

function isLine(value: unknown): boolean {
  const line = value as Partial<CartLine> | null
  const texts = [line?.id, line?.sku, line?.title]
  const price = line?.priceCents
  return (
    texts.every((text) => typeof text === 'string') &&
    (price === null || (typeof price === 'string' && /^\d{1,18}$/.test(price))) &&
    typeof line?.available === 'number' &&
    readQuantity(String(line.quantity)) !== null
  )
}

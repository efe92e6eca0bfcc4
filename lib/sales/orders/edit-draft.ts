import type { FieldErrors } from '@/lib/core/errors'
import type { Language } from '@/lib/core/language'
import { formatAmount, parseMoney, type Cents } from '@/lib/core/money'
import { isTooMany, readQuantity, type CartLimit, type SellableProduct } from './cart'
import { readTerms, termsDraftOf, totalOf, type TermsDraft } from './sale-terms'
import type { OrderEditView } from './edit-order-view'
import { grossOf, maxLineUnits, maxOrderLines, type EditOrderInput } from './schema'

/** A line as it stands in the form: amounts as they were typed. */
export type LineDraft = {
  /** For the form alone; the name of its fields. */
  key: string
  line: number | null
  productId: string | null
  sku: string
  title: string
  quantity: string
  price: string
  /** Beyond what the order held when the form was opened. */
  available: number | null
  held: number
}
export type EditDraft = TermsDraft & {
  channelId: string
  day: string | null
  customerName: string
  lines: LineDraft[]
}

export function draftOf(order: OrderEditView, language: Language): EditDraft {
  return {
    channelId: order.channelId,
    day: order.day,
    customerName: order.customerName ?? '',
    ...termsDraftOf(order, language),
    lines: order.lines.map(({ line, quantity, unitPriceCents, ...rest }) => ({
      ...rest,
      key: `line-${line}`,
      line,
      quantity: String(quantity),
      price: formatAmount(unitPriceCents, language),
      held: quantity,
    })),
  }
}

/** A product comes to the order, or more of it to the line that it has. */
export function addProduct(
  lines: LineDraft[],
  product: SellableProduct,
  quantity: number,
  language: Language,
): LineDraft[] | CartLimit {
  const known = lines.find(({ productId }) => productId === product.id)
  const total = (readQuantity(known?.quantity ?? '') ?? 0) + quantity
  if (total > maxLineUnits) return 'units'
  if (known)
    return lines.map((line) =>
      line === known ? { ...line, quantity: String(total), available: product.available } : line,
    )
  if (lines.length >= maxOrderLines) return 'lines'
  const { id, sku, title, priceCents, available } = product
  const price = priceCents === null ? '' : formatAmount(BigInt(priceCents), language)
  const added = { key: `new-${id}`, line: null, productId: id, quantity: String(total), held: 0 }
  return [...lines, { ...added, sku, title, price, available }]
}

/** How many more units than are there a line asks for; none where it is not known. */
export function shortBy({ quantity, held, available }: LineDraft): number {
  const wantedUnits = readQuantity(quantity)
  return wantedUnits === null || available === null ? 0 : Math.max(0, wantedUnits - held - Math.max(0, available))
}

const amountOf = (text: string, language: Language): Cents => {
  const parsed = text.trim() === '' ? null : parseMoney(text, language)
  return parsed?.ok ? parsed.cents : 0n
}

export const lineCents = ({ quantity, price }: LineDraft, language: Language): Cents =>
  amountOf(price, language) * BigInt(readQuantity(quantity) ?? 0)

export function totalsOf(draft: EditDraft, language: Language): { grossCents: Cents; totalCents: Cents } {
  const grossCents = draft.lines.reduce((sum, line) => sum + lineCents(line, language), 0n)
  return { grossCents, totalCents: totalOf(grossCents, readTerms(draft, grossCents, language).terms) }
}

type EditedFields = Omit<EditOrderInput, 'id' | 'version'>
export type ReadDraft = { ok: true; input: EditedFields } | { ok: false; fields: FieldErrors }

/** The draft in cents and numbers, or what of it cannot be read, by the name of its field. */
export function readDraft(draft: EditDraft, language: Language): ReadDraft {
  const fields: FieldErrors = {}
  const money = (name: string, text: string): Cents => {
    const parsed = text.trim() === '' ? null : parseMoney(text, language)
    if (parsed && !parsed.ok) fields[name] = [`errors.${parsed.error}`]
    return parsed?.ok ? parsed.cents : 0n
  }
  const lines = draft.lines.map(({ key, line, productId, quantity, price }) => {
    const units = readQuantity(quantity)
    if (units === null)
      fields[`quantity.${key}`] = [isTooMany(quantity) ? 'orders.fields.tooMany' : 'errors.orderLineInvalid']
    if (price.trim() === '') fields[`price.${key}`] = ['orders.fields.priceRequired']
    return { line, productId, quantity: units ?? 1, unitPriceCents: money(`price.${key}`, price) }
  })
  const gross = Object.keys(fields).length === 0 ? grossOf(lines) : null
  const { terms, fields: ofTerms } = readTerms(draft, gross, language)
  Object.assign(fields, ofTerms)
  if (draft.day === null) fields.day = ['errors.dateInvalid']
  if (draft.day === null || Object.keys(fields).length > 0) return { ok: false, fields }
  const { channelId, day, customerName } = draft
  return { ok: true, input: { channelId, day, customerName: customerName.trim() || null, ...terms, lines } }
}

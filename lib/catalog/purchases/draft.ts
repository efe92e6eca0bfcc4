import type { Day } from '@/lib/core/dates'
import type { FieldErrors } from '@/lib/core/errors'
import { divideHalfUp } from '@/lib/core/rounding'
import type { Language } from '@/lib/core/language'
import { formatAmount, parseMoney } from '@/lib/core/money'
import { extraKinds, landedOf, noExtras, shareExtras, type ExtraKind, type Extras } from './apportion'
import type { PurchaseDetail } from './purchase-queries'
import type { CreatePurchaseInput } from './schema'

export type DraftLine = {
  productId: string
  sku: string
  title: string
  supplierCode: string
  quantity: string
  unitCost: string
}
/** A purchase as its form holds it. */
export type PurchaseDraft = {
  supplierId: string
  legalEntityId: string
  expectedOn: Day | null
  note: string
  paymentDays: string
  extras: Record<ExtraKind, string>
  lines: DraftLine[]
}

export const emptyDraft = (): PurchaseDraft => ({
  supplierId: '',
  legalEntityId: '',
  expectedOn: null,
  note: '',
  paymentDays: '',
  lines: [],
  extras: { freight: '', ipi: '', st: '', other: '', discount: '' },
})

const textOf = (cents: bigint, language: Language) => (cents === 0n ? '' : formatAmount(cents, language))

export const draftOf = (purchase: PurchaseDetail, language: Language): PurchaseDraft => ({
  supplierId: purchase.supplier.id,
  legalEntityId: purchase.legalEntityId ?? '',
  expectedOn: purchase.expectedOn,
  note: purchase.note ?? '',
  paymentDays: purchase.paymentDays.join('/'),
  extras: {
    freight: textOf(purchase.freightCents, language),
    ipi: textOf(purchase.ipiCents, language),
    st: textOf(purchase.stCents, language),
    other: textOf(purchase.otherCents, language),
    discount: textOf(purchase.discountCents, language),
  },
  lines: purchase.lines.map(({ productId, product, supplierCode, quantity, goodsCents }) => ({
    productId,
    sku: product.sku,
    title: product.title,
    supplierCode: supplierCode ?? '',
    quantity: String(quantity),
    unitCost: textOf(divideHalfUp(goodsCents, BigInt(quantity)), language),
  })),
})

const unitsOf = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : 0)
const centsOf = (text: string, language: Language): bigint | null => {
  if (text.trim() === '') return 0n
  const parsed = parseMoney(text, language)
  return parsed.ok ? parsed.cents : null
}

export type DraftSums = {
  goodsCents: bigint
  totalCents: bigint
  lines: { valueCents: bigint; landedCents: bigint | null }[]
}

/** The form's sums while typing: an unreadable text counts as nothing until it can be read. */
export function sumDraft(draft: PurchaseDraft, language: Language): DraftSums {
  const goods = draft.lines.map(
    ({ quantity, unitCost }) => BigInt(unitsOf(quantity)) * (centsOf(unitCost, language) ?? 0n),
  )
  const extras = { ...noExtras }
  for (const kind of extraKinds) extras[`${kind}Cents`] = centsOf(draft.extras[kind], language) ?? 0n
  const goodsCents = goods.reduce((sum, cents) => sum + cents, 0n)
  const shares = shareExtras(extras, goods)
  return {
    goodsCents,
    totalCents: landedOf(goodsCents, extras),
    lines: goods.map((valueCents, index) => {
      const units = BigInt(unitsOf(draft.lines[index]!.quantity))
      const landed = landedOf(valueCents, shares[index]!)
      return { valueCents, landedCents: units > 0n && landed >= 0n ? divideHalfUp(landed, units) : null }
    }),
  }
}

export type ReadDraft = { ok: true; input: CreatePurchaseInput } | { ok: false; fields: FieldErrors }

/** The typed text as the action takes it; unreadable text is reported at its field. */
export function readDraft(draft: PurchaseDraft, language: Language): ReadDraft {
  const fields: FieldErrors = {}
  const money = (text: string, field: string): bigint => {
    const parsed = text.trim() === '' ? ({ ok: true, cents: 0n } as const) : parseMoney(text, language)
    if (parsed.ok) return parsed.cents
    fields[field] = [`errors.${parsed.error}`]
    return 0n
  }
  const days = draft.paymentDays.split(/[/,; ]+/).filter(Boolean)
  if (days.some((text) => !/^\d{1,3}$/.test(text))) fields.paymentDays = ['purchases.fields.paymentDays']
  if (!draft.supplierId) fields.supplierId = ['purchases.fields.supplierRequired']
  const extras = Object.fromEntries(
    extraKinds.map((kind) => [`${kind}Cents`, money(draft.extras[kind], `${kind}Cents`)]),
  ) as Extras
  const lines = draft.lines.map(({ productId, supplierCode, quantity, unitCost }, index) => {
    if (unitsOf(quantity) === 0) fields[`lines.${index}.quantity`] = ['purchases.fields.units']
    const unitCostCents = money(unitCost, `lines.${index}.unitCostCents`)
    return { productId, supplierCode, quantity: unitsOf(quantity), unitCostCents }
  })
  if (Object.keys(fields).length > 0) return { ok: false, fields }
  const { supplierId, expectedOn, note } = draft
  return {
    ok: true,
    input: {
      supplierId,
      legalEntityId: draft.legalEntityId || null,
      expectedOn,
      note,
      ...extras,
      lines,
      paymentDays: days.map(Number),
    },
  }
}

import type { z } from 'zod'
import type { FieldErrors } from '@/lib/core/errors'
import type { Language } from '@/lib/core/language'
import { formatAmount, parseMoney } from '@/lib/core/money'
import { centsOfCost, type Cost } from '../costs/cost'
import type { createProductInput } from './schema'

/** A product as its form holds it: text as it was typed. */
export type ProductDraft = {
  sku: string
  title: string
  price: string
  cost: string
  openingStock: string
  minimumStock: string
  descriptionHtml: string
  barcodes: string
  photoFileId: string | null
  shelfAddress: string
  weightGrams: string
  lengthCm: string
  widthCm: string
  heightCm: string
}

type ProductInput = z.input<typeof createProductInput>
export type ReadDraft = { ok: true; input: ProductInput } | { ok: false; fields: FieldErrors }

type Stored = Omit<ProductInput, 'costCents' | 'openingStock'>

export const emptyDraft = (): ProductDraft => ({
  sku: '',
  title: '',
  price: '',
  cost: '',
  openingStock: '0',
  minimumStock: '',
  descriptionHtml: '',
  barcodes: '',
  photoFileId: null,
  shelfAddress: '',
  weightGrams: '',
  lengthCm: '',
  widthCm: '',
  heightCm: '',
})

export function draftOf(product: Stored, cost: Cost | null, language: Language): ProductDraft {
  const text = (value: number | null) => (value === null ? '' : String(value))
  const centimetres = (mm: number | null) => (mm === null ? '' : withMark(String(mm / 10), language))
  return {
    sku: product.sku,
    title: product.title,
    price: product.priceCents === null ? '' : formatAmount(product.priceCents, language),
    cost: writeCost(cost, language),
    openingStock: '',
    minimumStock: text(product.minimumStock),
    descriptionHtml: product.descriptionHtml,
    barcodes: product.barcodes.join('\n'),
    photoFileId: product.photoFileId,
    shelfAddress: product.shelfAddress ?? '',
    weightGrams: text(product.weightGrams),
    lengthCm: centimetres(product.lengthMm),
    widthCm: centimetres(product.widthMm),
    heightCm: centimetres(product.heightMm),
  }
}

const withMark = (decimal: string, language: Language) => (language === 'pt' ? decimal.replace('.', ',') : decimal)

/** A cost finer than a cent is shown whole; it is sent only when it is changed. */
function writeCost(cost: Cost | null, language: Language): string {
  if (cost === null) return ''
  const cents = centsOfCost(cost)
  return cents === null ? withMark(cost.replace(/0+$/, ''), language) : formatAmount(cents, language)
}

/** The typed text as the action takes it. Empty is unknown, not zero; unreadable text is reported at its field. */
export function readDraft(draft: ProductDraft, language: Language, given: { costUnchanged?: boolean } = {}): ReadDraft {
  const fields: FieldErrors = {}
  const fail = <T>(field: string, message: string, fallback: T): T => {
    fields[field] = [message]
    return fallback
  }
  const money = (field: string, typed: string) => {
    if (typed.trim() === '') return null
    const parsed = parseMoney(typed, language)
    return parsed.ok ? parsed.cents : fail(field, `errors.${parsed.error}`, null)
  }
  const whole = (field: string, typed: string, message: string) => {
    const digits = typed.trim()
    if (digits === '') return null
    return /^\d{1,9}$/.test(digits) ? Number(digits) : fail(field, message, null)
  }
  const centimetres = (field: string, typed: string) => {
    const match = /^(\d{1,5})(?:[.,](\d))?$/.exec(typed.trim())
    if (match) return Number(match[1]) * 10 + Number(match[2] ?? 0)
    return typed.trim() === '' ? null : fail(field, 'products.fields.sizeInvalid', null)
  }
  const input: ProductInput = {
    sku: draft.sku,
    title: draft.title,
    priceCents: money('priceCents', draft.price),
    costCents: given.costUnchanged ? null : money('costCents', draft.cost),
    openingStock: whole('openingStock', draft.openingStock, 'products.fields.unitsInvalid') ?? 0,
    minimumStock: whole('minimumStock', draft.minimumStock, 'products.fields.unitsInvalid'),
    descriptionHtml: draft.descriptionHtml,
    barcodes: draft.barcodes
      .split(/[\n,;]+/)
      .map((code) => code.trim())
      .filter(Boolean),
    photoFileId: draft.photoFileId,
    shelfAddress: draft.shelfAddress.trim() || null,
    weightGrams: whole('weightGrams', draft.weightGrams, 'products.fields.measureInvalid'),
    lengthMm: centimetres('lengthMm', draft.lengthCm),
    widthMm: centimetres('widthMm', draft.widthCm),
    heightMm: centimetres('heightMm', draft.heightCm),
  }
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, input }
}

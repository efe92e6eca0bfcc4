import type { FieldErrors } from '@/lib/core/errors'
import type { Language } from '@/lib/core/language'
import { formatAmount, parseMoney, type Cents } from '@/lib/core/money'
import type { PaymentMethod } from './schema'

/** The terms beside the items, as in the form: amounts as they were typed. */
export type TermsDraft = {
  discount: string
  freightPaid: string
  freightCost: string
  paymentMethod: PaymentMethod | null
}
export type SaleTerms = {
  discountCents: Cents
  freightPaidCents: Cents
  /** Null: unknown. */
  freightCostCents: Cents | null
  paymentMethod: PaymentMethod | null
}

export const noTerms: TermsDraft = { discount: '', freightPaid: '', freightCost: '', paymentMethod: null }

type KnownTerms = Omit<SaleTerms, 'freightCostCents'> & Partial<Pick<SaleTerms, 'freightCostCents'>>

export const termsDraftOf = (terms: KnownTerms, language: Language): TermsDraft => ({
  discount: terms.discountCents === 0n ? '' : formatAmount(terms.discountCents, language),
  freightPaid: terms.freightPaidCents === 0n ? '' : formatAmount(terms.freightPaidCents, language),
  freightCost: (terms.freightCostCents ?? null) === null ? '' : formatAmount(terms.freightCostCents!, language),
  paymentMethod: terms.paymentMethod,
})

/** The terms in cents, and by the name of its field what cannot be read or is more than the items cost, where that is known. */
export function readTerms(
  draft: TermsDraft,
  grossCents: Cents | null,
  language: Language,
): { terms: SaleTerms; fields: FieldErrors } {
  const fields: FieldErrors = {}
  const read = (name: string, text: string): Cents | null => {
    const parsed = text.trim() === '' ? null : parseMoney(text, language)
    if (parsed && !parsed.ok) fields[name] = [`errors.${parsed.error}`]
    return parsed?.ok ? parsed.cents : null
  }
  const terms = {
    discountCents: read('discountCents', draft.discount) ?? 0n,
    freightPaidCents: read('freightPaidCents', draft.freightPaid) ?? 0n,
    freightCostCents: read('freightCostCents', draft.freightCost),
    paymentMethod: draft.paymentMethod,
  }
  if (grossCents !== null && !fields.discountCents && terms.discountCents > grossCents)
    fields.discountCents = ['orders.fields.discountTooLarge']
  return { terms, fields }
}

export const totalOf = (grossCents: Cents, terms: Pick<SaleTerms, 'discountCents' | 'freightPaidCents'>): Cents =>
  grossCents - terms.discountCents + terms.freightPaidCents

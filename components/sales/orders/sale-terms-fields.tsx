'use client'

import { useTranslations } from 'next-intl'
import { Field, Select } from '@/components/ui/field'
import { MoneyInput } from '@/components/ui/money-input'
import type { FieldErrors } from '@/lib/core/errors'
import type { TermsDraft } from '@/lib/sales/orders/sale-terms'
import { paymentMethods } from '@/lib/sales/orders/schema'

type SaleTermsFieldsProps = {
  terms: TermsDraft
  set: (changes: Partial<TermsDraft>) => void
  fields: FieldErrors
  /** The seller's cost of sending is not for every role. */
  hidesCost?: boolean
}

/** The terms beside the items of a manual order. */
export function SaleTermsFields({ terms, set, fields, hidesCost = false }: SaleTermsFieldsProps) {
  const t = useTranslations('orders.terms')
  return (
    <>
      <Field label={t('discount')} optional hint={t('discountHint')} error={fields.discountCents}>
        <MoneyInput name="discountCents" value={terms.discount} onChange={(discount) => set({ discount })} />
      </Field>
      <Field label={t('freightPaid')} optional hint={t('freightPaidHint')} error={fields.freightPaidCents}>
        <MoneyInput
          name="freightPaidCents"
          value={terms.freightPaid}
          onChange={(freightPaid) => set({ freightPaid })}
        />
      </Field>
      {!hidesCost && (
        <Field label={t('freightCost')} optional hint={t('freightCostHint')} error={fields.freightCostCents}>
          <MoneyInput
            name="freightCostCents"
            value={terms.freightCost}
            onChange={(freightCost) => set({ freightCost })}
          />
        </Field>
      )}
      <Field label={t('payment')} error={fields.paymentMethod}>
        <Select
          name="paymentMethod"
          value={terms.paymentMethod ?? ''}
          onChange={({ target }) =>
            set({ paymentMethod: paymentMethods.find((method) => method === target.value) ?? null })
          }
          options={paymentMethods.map((method) => ({ value: method, label: t(`methods.${method}`) }))}
        >
          <option value="">{t('unsaid')}</option>
        </Select>
      </Field>
    </>
  )
}

/** The names of these fields, for a summary of what has to be mended. */
export function useTermsLabels(): Record<string, string> {
  const t = useTranslations('orders.terms')
  return {
    discountCents: t('discount'),
    freightPaidCents: t('freightPaid'),
    freightCostCents: t('freightCost'),
    paymentMethod: t('payment'),
  }
}

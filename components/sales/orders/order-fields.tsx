'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Field, Input, Select } from '@/components/ui/field'
import type { FieldErrors } from '@/lib/core/errors'
import type { Cart } from '@/lib/sales/orders/cart'
import { entryStatuses } from '@/lib/sales/orders/schema'
import { SaleTermsFields } from './sale-terms-fields'

export type EntryChannel = { id: string; name: string }

type OrderFieldsProps = {
  cart: Cart
  change: (update: (cart: Cart) => Partial<Cart>) => void
  channels: EntryChannel[]
  channelId: string
  fields: FieldErrors
}

export function OrderFields({ cart, change, channels, channelId, fields }: OrderFieldsProps) {
  const t = useTranslations('orders.entry')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <StatusChoice value={cart.status} onChange={(status) => change(() => ({ status }))} />
      <Field label={t('customer')} optional error={fields.customerName}>
        <Input
          name="customerName"
          autoComplete="off"
          value={cart.customerName}
          onChange={({ target }) => change(() => ({ customerName: target.value }))}
        />
      </Field>
      {channels.length > 1 && (
        <Field label={t('channel')}>
          <Select
            name="channelId"
            value={channelId}
            onChange={({ target }) => change(() => ({ channelId: target.value }))}
            options={channels.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
      <details
        className="group border-y border-line py-2"
        open={isOpen || isAgreed(cart) || termsRefused(fields)}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className="cursor-pointer font-medium text-accent-text pointer-coarse:min-h-11 pointer-coarse:py-2.5">
          {t('terms')}
        </summary>
        <div className="flex flex-col gap-3 pt-3">
          <SaleTermsFields terms={cart} set={(changes) => change(() => changes)} fields={fields} />
        </div>
      </details>
      <Field label={t('note')} optional error={fields.note}>
        <Input
          name="note"
          autoComplete="off"
          value={cart.note}
          onChange={({ target }) => change(() => ({ note: target.value }))}
        />
      </Field>
    </>
  )
}

const isAgreed = ({ discount, freightPaid, freightCost, paymentMethod }: Cart) =>
  Boolean(discount || freightPaid || freightCost || paymentMethod)
const termsRefused = (fields: FieldErrors) =>
  Boolean(fields.discountCents ?? fields.freightPaidCents ?? fields.freightCostCents)

type StatusChoiceProps = { value: Cart['status']; onChange: (status: Cart['status']) => void }

function StatusChoice({ value, onChange }: StatusChoiceProps) {
  const t = useTranslations('orders.entry')
  const id = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-[13px] font-medium">{t('status')}</legend>
      <div className="grid grid-cols-3 rounded-control border border-edge bg-surface p-0.5">
        {entryStatuses.map((status) => (
          <label
            key={status}
            className="relative flex min-h-7 items-center justify-center rounded-md px-2 font-medium text-ink-2 has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-accent-text pointer-coarse:min-h-10"
          >
            <input
              type="radio"
              name="status"
              value={status}
              checked={value === status}
              onChange={() => onChange(status)}
              aria-describedby={`${id}-hint`}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            {t(`statuses.${status}.label`)}
          </label>
        ))}
      </div>
      <p id={`${id}-hint`} className="mt-1 text-xs text-ink-3">
        {t(`statuses.${value}.hint`)}
      </p>
    </fieldset>
  )
}

'use client'

import { useLocale, useTranslations } from 'next-intl'
import { DateInput } from '@/components/ui/date-input'
import { Field, Input, Select } from '@/components/ui/field'
import type { FieldErrors } from '@/lib/core/errors'
import { formatMoney } from '@/lib/core/money'
import { totalsOf, type EditDraft } from '@/lib/sales/orders/edit-draft'
import type { OrderEditView } from '@/lib/sales/orders/edit-order-view'
import { totalOf } from '@/lib/sales/orders/sale-terms'
import { grossOf } from '@/lib/sales/orders/schema'
import { SaleTermsFields } from './sale-terms-fields'

type EditOrderFieldsProps = {
  order: OrderEditView
  draft: EditDraft
  set: (changes: Partial<EditDraft>) => void
  fields: FieldErrors
}

export function EditOrderFields({ order, draft, set, fields }: EditOrderFieldsProps) {
  const t = useTranslations('orders.edit')
  return (
    <>
      <Field label={t('day')} required error={fields.day}>
        <DateInput name="day" value={draft.day} today={order.today} onChange={(day) => set({ day })} />
      </Field>
      {order.channels.length > 1 && (
        <Field label={t('channel')} error={fields.channelId}>
          <Select
            name="channelId"
            value={draft.channelId}
            onChange={({ target }) => set({ channelId: target.value })}
            options={order.channels.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
      <Field label={t('customer')} optional error={fields.customerName}>
        <Input
          name="customerName"
          autoComplete="off"
          value={draft.customerName}
          onChange={({ target }) => set({ customerName: target.value })}
        />
      </Field>
      <SaleTermsFields terms={draft} set={set} fields={fields} hidesCost={order.freightCostCents === undefined} />
      <Totals order={order} draft={draft} />
    </>
  )
}

function Totals({ order, draft }: Pick<EditOrderFieldsProps, 'order' | 'draft'>) {
  const t = useTranslations('orders.edit')
  const language = useLocale()
  const { grossCents, totalCents } = totalsOf(draft, language)
  const before = totalOf(grossOf(order.lines), order)
  return (
    <div className="border-t border-line pt-3">
      <dl className="grid gap-1">
        <Sum name={t('gross')} value={formatMoney(grossCents, language)} />
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="font-semibold">{t('total')}</dt>
          <dd className="money text-[20px] font-title">
            <output>{formatMoney(totalCents, language)}</output>
          </dd>
        </div>
      </dl>
      {totalCents !== before && (
        <p className="mt-1 text-right text-[13px] text-ink-3 tabular-nums">
          {t('before', { total: formatMoney(before, language) })}
        </p>
      )}
    </div>
  )
}

function Sum({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-4 text-ink-2">
      <dt>{name}</dt>
      <dd className="money">{value}</dd>
    </div>
  )
}

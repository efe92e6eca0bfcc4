'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { DateInput } from '@/components/ui/date-input'
import { Field, Input, Select, Textarea } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { MoneyInput } from '@/components/ui/money-input'
import type { ActionFailure } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import type { FieldErrors } from '@/lib/core/errors'
import { formatMoney } from '@/lib/core/money'
import { extraKinds } from '@/lib/catalog/purchases/apportion'
import { readDraft, sumDraft, type PurchaseDraft } from '@/lib/catalog/purchases/draft'
import type { CreatePurchaseInput } from '@/lib/catalog/purchases/schema'
import type { PurchaseForm as FormChoices } from '@/lib/catalog/purchases/views'
import { PurchaseLinesField } from './purchase-lines-field'
import { SupplierField } from './supplier-field'

type Props = {
  initial: PurchaseDraft
  choices: FormChoices
  saving: { error: ActionFailure | null; fields: FieldErrors; pending: boolean }
  onSave: (input: CreatePurchaseInput) => Promise<boolean>
  /** For a purchase that stands already, as `FormError` takes it. */
  changed?: ReactNode
  /** Beside the button that saves. */
  actions?: ReactNode
}

export function PurchaseForm({ initial, choices, saving, onSave, changed, actions }: Props) {
  const t = useTranslations('purchases.form')
  const language = useLocale()
  const [draft, setDraft] = useState(initial)
  const [kept, setKept] = useState(initial)
  const [unreadable, setUnreadable] = useState<{ error: ActionFailure; fields: FieldErrors } | null>(null)
  const fields = unreadable?.fields ?? saving.fields
  const dirty = JSON.stringify(draft) !== JSON.stringify(kept)
  useUnsavedGuard(dirty)
  const set = (changes: Partial<PurchaseDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const sums = sumDraft(draft, language)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const read = readDraft(draft, language)
    if (!read.ok) return setUnreadable({ error: { code: 'invalidInput' }, fields: read.fields })
    setUnreadable(null)
    if (await onSave(read.input)) setKept(draft)
  }
  const names = ['expectedOn', 'note', 'paymentDays', ...extraKinds.map((kind) => `${kind}Cents` as const)] as const
  const labels = {
    ...Object.fromEntries(names.map((name) => [name, t(name)])),
    supplierId: t('supplier'),
    lines: t('products'),
    ...Object.fromEntries(
      draft.lines.flatMap(({ sku }, index) => [
        [`lines.${index}.quantity`, `${t('quantity')} ${sku}`],
        [`lines.${index}.unitCostCents`, `${t('unitCost')} ${sku}`],
      ]),
    ),
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormError error={unreadable?.error ?? saving.error} fields={fields} labels={labels} changed={changed} />
      <Card>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <SupplierField
            value={draft.supplierId}
            suppliers={choices.suppliers}
            error={fields.supplierId}
            onChange={(supplierId) => set({ supplierId })}
          />
          <Field label={t('entity')} optional error={fields.legalEntityId}>
            <Select
              name="legalEntityId"
              value={draft.legalEntityId}
              onChange={({ target }) => set({ legalEntityId: target.value })}
              options={choices.entities.map(({ id, name }) => ({ value: id, label: name }))}
            >
              <option value="">{t('anyEntity')}</option>
            </Select>
          </Field>
          <Field label={t('expectedOn')} optional error={fields.expectedOn}>
            <DateInput
              name="expectedOn"
              value={draft.expectedOn}
              today={choices.today}
              onChange={(expectedOn) => set({ expectedOn })}
            />
          </Field>
          <Field label={t('paymentDays')} optional hint={t('paymentHint')} error={fields.paymentDays}>
            <Input
              name="paymentDays"
              autoComplete="off"
              value={draft.paymentDays}
              onChange={({ target }) => set({ paymentDays: target.value })}
            />
          </Field>
        </div>
      </Card>
      <Card className="p-0!">
        <CardHeader title={t('products')} className="px-4 pt-4 pb-3" />
        <PurchaseLinesField
          lines={draft.lines}
          sums={sums.lines}
          fields={fields}
          onChange={(lines) => set({ lines })}
        />
      </Card>
      <Card>
        <CardHeader title={t('extras')} description={t('shareHint')} className="mb-4" />
        <div className="grid grid-cols-2 items-end gap-4 sm:grid-cols-3 lg:grid-cols-5">
          {extraKinds.map((kind) => (
            <Field key={kind} label={t(`${kind}Cents`)} optional error={fields[`${kind}Cents`]}>
              <MoneyInput
                name={`${kind}Cents`}
                value={draft.extras[kind]}
                onChange={(text) => setDraft((before) => ({ ...before, extras: { ...before.extras, [kind]: text } }))}
              />
            </Field>
          ))}
        </div>
        <dl className="mt-4 ml-auto max-w-sm divide-y divide-line border-t border-line">
          <Sum name={t('goods')} cents={sums.goodsCents} />
          <Sum name={t('total')} cents={sums.totalCents} strong />
        </dl>
        <Field label={t('note')} optional error={fields.note} className="mt-4">
          <Textarea rows={2} name="note" value={draft.note} onChange={({ target }) => set({ note: target.value })} />
        </Field>
      </Card>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {!dirty && actions}
        <Button variant={!dirty && actions ? 'secondary' : 'primary'} type="submit" pending={saving.pending}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

function Sum({ name, cents, strong }: { name: string; cents: bigint; strong?: boolean }) {
  const language = useLocale()
  return (
    <div className="flex justify-between gap-4 py-2">
      <dt className={strong ? 'font-semibold' : 'text-ink-2'}>{name}</dt>
      <dd className={strong ? 'money font-semibold' : 'money'}>{formatMoney(cents, language)}</dd>
    </div>
  )
}

'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { DraftFrame, type FramedForm } from '@/components/ui/draft-frame'
import { Field, Input, NumberInput, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import type { FieldErrors } from '@/lib/core/errors'
import { formatNumber } from '@/lib/core/money'
import { adjustStockAction } from '@/lib/catalog/stock/actions'

const ways = ['count', 'add', 'remove'] as const
type Way = (typeof ways)[number]
const reasons = ['counted', 'found', 'broken', 'lost', 'ownUse'] as const

type AdjustStockDialogProps = {
  open: boolean
  onClose: () => void
  product: { id: string; sku: string; onHand: bigint; reserved: bigint }
}

export function AdjustStockDialog({ open, onClose, product }: AdjustStockDialogProps) {
  const t = useTranslations('products.adjust')
  return (
    <DraftFrame
      as="dialog"
      open={open}
      onClose={onClose}
      size="sm"
      title={t('title')}
      description={product.sku}
      saveLabel={t('save')}
    >
      {(form) => <AdjustStockForm {...form} product={product} />}
    </DraftFrame>
  )
}

type FormProps = Pick<AdjustStockDialogProps, 'product'> & FramedForm

function AdjustStockForm({ id, product, onDirty, onPending, onDone }: FormProps) {
  const t = useTranslations('products.adjust')
  const language = useLocale()
  const [way, setWay] = useState<Way>('count')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [unreadable, setUnreadable] = useState<{ error: ActionFailure; fields: FieldErrors } | null>(null)
  const save = useAction(adjustStockAction, { successMessage: t('done'), onSuccess: onDone, refresh: true })
  const fields = unreadable?.fields ?? save.fields
  const onHand = Number(product.onHand)
  const units = /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : null
  const after = units === null ? null : way === 'count' ? units : onHand + (way === 'add' ? units : -units)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (units === null) {
      return setUnreadable({ error: { code: 'invalidInput' }, fields: { units: ['stock.fields.unitsInvalid'] } })
    }
    setUnreadable(null)
    onPending(true)
    const change = way === 'remove' ? -units : units
    await save.run({
      productId: product.id,
      how: way === 'count' ? 'count' : 'change',
      units: way === 'count' ? units : change,
      seenOnHand: onHand,
      reason,
    })
    onPending(false)
  }

  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} onInput={() => onDirty(true)}>
      <FormError
        error={unreadable?.error ?? save.error}
        fields={fields}
        labels={{ units: t('units'), reason: t('reason') }}
      />
      <div className="flex flex-col gap-4">
        <Field label={t('how')}>
          <Select
            value={way}
            onChange={({ target }) => setWay(ways.find((known) => known === target.value) ?? 'count')}
            options={ways.map((known) => ({ value: known, label: t(`ways.${known}`) }))}
          />
        </Field>
        <Field label={way === 'count' ? t('counted') : t('units')} required error={fields.units}>
          <NumberInput name="units" value={typed} onChange={setTyped} />
        </Field>
        <Field label={t('reason')} required error={fields.reason}>
          <Input
            name="reason"
            list="adjust-reasons"
            maxLength={200}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        <datalist id="adjust-reasons">
          {reasons.map((known) => (
            <option key={known} value={t(`reasons.${known}`)} />
          ))}
        </datalist>
        <p aria-live="polite" className="rounded-control bg-sunken px-3 py-2 text-[13px] text-ink-2 tabular-nums">
          {after === null
            ? t('now', { onHand: formatNumber(onHand, language) })
            : t('becomes', { before: formatNumber(onHand, language), after: formatNumber(after, language) })}
          {product.reserved > 0n && ` ${t('reservedIs', { units: formatNumber(product.reserved, language) })}`}
        </p>
      </div>
    </form>
  )
}

'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { DraftFrame, type FramedForm } from '@/components/ui/draft-frame'
import { Field, Input, NumberInput, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import type { FieldErrors } from '@/lib/core/errors'
import { formatNumber } from '@/lib/core/money'
import { transferStockAction } from '@/lib/catalog/stock/actions'
import { placeKinds, type PlaceKind } from '@/lib/catalog/stock/schema'

type Place = { key: string; kind: PlaceKind; shopId: string | null; name: string }

type TransferDialogProps = {
  open: boolean
  onClose: () => void
  product: { id: string; sku: string; onHand: bigint; reserved: bigint }
  places: { transit: number; damaged: number }
  shops: { id: string; name: string }[]
}

export function TransferDialog({ open, onClose, ...props }: TransferDialogProps) {
  const t = useTranslations('warehouse.transfer')
  return (
    <DraftFrame
      as="dialog"
      open={open}
      onClose={onClose}
      size="sm"
      title={t('title')}
      description={props.product.sku}
      saveLabel={t('save')}
    >
      {(form) => <TransferForm {...props} {...form} />}
    </DraftFrame>
  )
}

type FormProps = Omit<TransferDialogProps, 'open' | 'onClose'> & FramedForm

function TransferForm({ id, product, places: held, shops, onDirty, onPending, onDone }: FormProps) {
  const t = useTranslations('warehouse.transfer')
  const names = useTranslations('stock.places')
  const language = useLocale()
  const places = placeKinds.flatMap((kind): Place[] =>
    kind === 'full'
      ? shops.map(({ id, name }) => ({ key: id, kind, shopId: id, name: names('fullOf', { shop: name }) }))
      : [{ key: kind, kind, shopId: null, name: names(kind) }],
  )
  const [fromKey, setFrom] = useState('own')
  const [toKey, setTo] = useState('transit')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [unreadable, setUnreadable] = useState<{ error: ActionFailure; fields: FieldErrors } | null>(null)
  const save = useAction(transferStockAction, { successMessage: t('done'), onSuccess: onDone, refresh: true })
  const fields = unreadable?.fields ?? save.fields
  const from = places.find(({ key }) => key === fromKey) ?? places[0]!
  // Between two warehouses of the platform nothing goes directly.
  const targets = places.filter(({ key, kind }) => key !== from.key && !(kind === 'full' && from.kind === 'full'))
  const to = targets.find(({ key }) => key === toKey) ?? targets[0]!
  const free =
    from.kind === 'own' ? Number(product.onHand - product.reserved) : from.kind === 'full' ? null : held[from.kind]

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const units = /^\d{1,8}$/.test(typed.trim()) ? Number(typed) : null
    if (units === null)
      return setUnreadable({ error: { code: 'invalidInput' }, fields: { units: ['stock.fields.unitsInvalid'] } })
    setUnreadable(null)
    onPending(true)
    const shopId = from.shopId ?? to.shopId
    await save.run({ productId: product.id, from: from.kind, to: to.kind, shopId, units, reason })
    onPending(false)
  }

  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} onInput={() => onDirty(true)}>
      <FormError
        error={unreadable?.error ?? save.error}
        fields={fields}
        labels={{ to: t('to'), shopId: t('to'), units: t('units'), reason: t('reason') }}
      />
      <div className="flex flex-col gap-4">
        <PlaceSelect label={t('from')} places={places} value={from.key} onChoose={setFrom} />
        <PlaceSelect
          label={t('to')}
          places={targets}
          value={to.key}
          onChoose={setTo}
          error={fields.to ?? fields.shopId}
        />
        <Field label={t('units')} required error={fields.units}>
          <NumberInput name="units" value={typed} onChange={setTyped} />
        </Field>
        <Field label={t('reason')} required error={fields.reason}>
          <Input name="reason" maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <p aria-live="polite" className="rounded-control bg-sunken px-3 py-2 text-[13px] text-ink-2 tabular-nums">
          {free === null ? t('asPlatformSays') : t('free', { place: from.name, units: formatNumber(free, language) })}
          {to.kind === 'full' && ` ${t('fullNote')}`}
        </p>
      </div>
    </form>
  )
}

type PlaceSelectProps = {
  label: string
  places: Place[]
  value: string
  onChoose: (key: string) => void
  error?: string[]
}

function PlaceSelect({ label, places, value, onChoose, error }: PlaceSelectProps) {
  return (
    <Field label={label} error={error}>
      <Select
        value={value}
        onChange={({ target }) => onChoose(target.value)}
        options={places.map(({ key, name }) => ({ value: key, label: name }))}
      />
    </Field>
  )
}

'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState, type FormEvent } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { DateInput } from '@/components/ui/date-input'
import { Checkbox, Field, Input, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import { formatDay, type Day } from '@/lib/core/dates'
import type { FieldErrors } from '@/lib/core/errors'
import { setTaxRateAction } from '@/lib/identity/settings/actions'
import {
  baseSwitches,
  formatRateInput,
  hasRate,
  parseRate,
  regimesOf,
  taxRegimes,
  usualBase,
} from '@/lib/identity/settings/rates'
import type { EntityView, RateView } from '@/lib/identity/settings/views'
import { SimplesCalculator } from './simples-calculator'

type TaxFormProps = {
  entity: EntityView
  correcting: RateView | null
  today: Day
  onDirty: (dirty: boolean) => void
  onDone: () => void
}

export function TaxForm({ entity, correcting, today, onDirty, onDone }: TaxFormProps) {
  const t = useTranslations('companyData.taxes')
  const common = useTranslations('common')
  const language = useLocale()
  const regimes = regimesOf(entity.sellerType)
  const allowed = correcting && !regimes.includes(correcting.regime) ? [correcting.regime, ...regimes] : regimes
  // A new rate is applied to what the one before it was, until the accountant says otherwise.
  const latest = entity.taxRates[0]
  const [initial] = useState(() => ({
    fromDay: correcting?.fromDay ?? (null as Day | null),
    regime: correcting?.regime ?? allowed[0]!,
    rate: correcting?.rate ? formatRateInput(correcting.rate, language) : '',
    lessPix: (correcting ?? latest ?? usualBase).lessPix,
    lessVouchers: (correcting ?? latest ?? usualBase).lessVouchers,
    withSubsidies: (correcting ?? latest ?? usualBase).withSubsidies,
    withFreight: (correcting ?? latest ?? usualBase).withFreight,
  }))
  const [draft, setDraft] = useState(initial)
  const [unreadable, setUnreadable] = useState<{ error: ActionFailure; fields: FieldErrors } | null>(null)
  const saving = useAction(setTaxRateAction, { successMessage: t('saved'), onSuccess: onDone, refresh: true })
  const fields = unreadable?.fields ?? saving.fields
  const set = (changes: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changes }))
  const dirty = JSON.stringify(draft) !== JSON.stringify(initial)
  useEffect(() => onDirty(dirty), [dirty, onDirty])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const rate = hasRate(draft.regime) && draft.rate.trim() !== '' ? parseRate(draft.rate) : null
    const wrong: FieldErrors = {
      ...(draft.fromDay === null && { fromDay: ['errors.dateInvalid'] }),
      ...(rate && !rate.ok && { rate: ['errors.rateInvalid'] }),
    }
    if (Object.keys(wrong).length > 0 || draft.fromDay === null || (rate && !rate.ok))
      return setUnreadable({ error: { code: 'invalidInput' }, fields: wrong })
    setUnreadable(null)
    const { id, version } = entity
    const { fromDay, rate: _, ...values } = draft
    void saving.run({ ...values, id, version, rateId: correcting?.id ?? null, fromDay, rate: rate?.rate ?? null })
  }
  const labels = { fromDay: t('fromDay'), regime: t('regime'), rate: t('rate') }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <h3 className="text-[15px] font-title">
        {correcting ? t('correctTitle', { from: formatDay(correcting.fromDay, language) }) : t('addTitle')}
      </h3>
      <FormError
        error={unreadable?.error ?? saving.error}
        fields={fields}
        labels={labels}
        changed={<WhatChanged kind="taxRate" id={entity.id} />}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={labels.regime} error={fields.regime}>
          <Select
            name="regime"
            value={draft.regime}
            onChange={({ target }) => set({ regime: taxRegimes.find((regime) => regime === target.value) })}
            options={allowed.map((regime) => ({ value: regime, label: t(`regimes.${regime}`) }))}
          />
        </Field>
        {!correcting && (
          <Field label={labels.fromDay} required error={fields.fromDay}>
            <DateInput name="fromDay" value={draft.fromDay} today={today} onChange={(fromDay) => set({ fromDay })} />
          </Field>
        )}
      </div>
      {hasRate(draft.regime) ? (
        <Field label={labels.rate} hint={t(`hints.${draft.regime}`)} required error={fields.rate}>
          <Input
            name="rate"
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={draft.rate}
            onChange={({ target }) => set({ rate: target.value })}
            className="max-w-32 text-right tabular-nums"
          />
        </Field>
      ) : (
        <p className="text-[13px] text-ink-2">{t('hints.mei')}</p>
      )}
      {hasRate(draft.regime) && (
        <fieldset className="min-w-0">
          <legend className="mb-1 text-[13px] font-medium">{t('base.title')}</legend>
          <p className="mb-2 text-xs text-ink-3">{t('base.text')}</p>
          <div className="flex flex-col gap-2">
            {baseSwitches.map((name) => (
              <Checkbox
                key={name}
                name={name}
                label={t(`base.${name}`)}
                checked={draft[name]}
                onChange={({ target }) => set({ [name]: target.checked })}
              />
            ))}
          </div>
        </fieldset>
      )}
      {draft.regime === 'simples' && (
        <SimplesCalculator months={entity.months} onUse={(rate) => set({ rate: formatRateInput(rate, language) })} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" type="submit" pending={saving.pending}>
          {correcting ? t('saveCorrection') : t('add')}
        </Button>
        {correcting && <Button onClick={onDone}>{common('cancel')}</Button>}
      </div>
    </form>
  )
}

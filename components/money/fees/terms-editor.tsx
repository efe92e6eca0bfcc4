'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { DateInput } from '@/components/ui/date-input'
import { ConfirmDialog, Dialog } from '@/components/ui/dialog'
import { Checkbox, Field, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { formatDay, type Day } from '@/lib/core/dates'
import { removeShopTermsAction, setShopTermsAction } from '@/lib/money/fees/actions'
import type { FieldErrors } from '@/lib/core/errors'
import { rateFromText, rateText } from '@/lib/core/rounding'
import type { FeeSellerType } from '@/lib/money/fees/schema'
import { defaultTerms, shopProgrammes, termSwitches, type ShopTerms, type TermsOfDay } from '@/lib/money/fees/terms'
import { formatRateInput, parseRate } from '@/lib/identity/settings/rates'
import { RateField } from './rate-field'

type TermsEditorProps = {
  shop: { id: string; name: string; sellerType: FeeSellerType }
  /** The terms to change; null for a new day, which begins from the latest. */
  terms: ShopTerms | null
  latest: ShopTerms | null
  today: Day
}

export function TermsEditor({ shop, terms, latest, today }: TermsEditorProps) {
  const t = useTranslations('fees.terms')
  const language = useLocale()
  const [open, setOpen] = useState(false)
  const action = t(terms ? 'edit' : 'add')
  const from = formatDay(terms?.fromDay ?? today, language)
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        size="sm"
        aria-label={terms ? t('named', { action, shop: shop.name, from }) : `${action}: ${shop.name}`}
        onClick={() => setOpen(true)}
      >
        {action}
      </Button>
      {terms && <RemoveTerms shop={shop} terms={terms} from={from} />}
      <Dialog open={open} onClose={() => setOpen(false)} size="sm" title={t('addOf', { shop: shop.name })}>
        <TermsForm shop={shop} terms={terms} latest={latest} today={today} onDone={() => setOpen(false)} />
      </Dialog>
    </span>
  )
}

function TermsForm({ shop, terms, latest, today, onDone }: TermsEditorProps & { onDone: () => void }) {
  const t = useTranslations('fees.terms')
  const language = useLocale()
  const [draft, setDraft] = useState(() => {
    const { adsTopUpRate, ...shown } = { ...defaultTerms, ...(terms ?? latest) }
    const adsTopUp = adsTopUpRate === 0n ? '' : formatRateInput(rateText(adsTopUpRate), language)
    return { ...shown, adsTopUp, fromDay: terms ? terms.fromDay : (null as Day | null) }
  })
  const [wrong, setWrong] = useState<FieldErrors>({})
  const saving = useAction(setShopTermsAction, { successMessage: t('saved'), onSuccess: onDone, refresh: true })
  const set = (changes: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changes }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { fromDay, adsTopUp, ...values } = draft
    const ads = parseRate(adsTopUp.trim() === '' ? '0' : adsTopUp)
    const missing = {
      ...(fromDay === null && { fromDay: ['errors.dateInvalid'] }),
      ...(!ads.ok && { adsTopUpRate: [`errors.${ads.error}`] }),
    }
    setWrong(missing)
    if (fromDay && ads.ok)
      void saving.run({
        shopId: shop.id,
        fromDay,
        ...values,
        adsTopUpRate: rateFromText(ads.rate),
        seen: terms && termsOf(terms),
      })
  }
  const isWrong = Object.keys(wrong).length > 0
  const fields = isWrong ? wrong : saving.fields
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FormError
        error={isWrong ? { code: 'invalidInput' } : saving.error}
        fields={fields}
        labels={{ fromDay: t('fromDay'), adsTopUpRate: t('adsTopUpRate') }}
        changed={<WhatChanged kind="shopTerms" id={shop.id} />}
      />
      {!terms && (
        <Field label={t('fromDay')} required error={fields.fromDay}>
          <DateInput name="fromDay" value={draft.fromDay} today={today} onChange={(fromDay) => set({ fromDay })} />
        </Field>
      )}
      <Field label={t('programme')}>
        <Select
          name="programme"
          value={draft.programme}
          onChange={({ target }) => set({ programme: shopProgrammes.find((one) => one === target.value) })}
          options={shopProgrammes.map((programme) => ({ value: programme, label: t(`programmes.${programme}`) }))}
        />
      </Field>
      <div className="flex flex-col gap-2">
        {termSwitches.map((name) => (
          <Checkbox
            key={name}
            name={name}
            label={t(`switches.${name}`)}
            checked={draft[name]}
            onChange={({ target }) => set({ [name]: target.checked })}
          />
        ))}
      </div>
      <RateField
        label={t('adsTopUpRate')}
        hint={t('adsHint')}
        name="adsTopUpRate"
        value={draft.adsTopUp}
        error={fields.adsTopUpRate}
        onChange={(adsTopUp) => set({ adsTopUp })}
      />
      {shop.sellerType === 'cpf' && (
        <Field label={t('highVolume')} hint={t('highVolumeHint')}>
          <Select
            name="highVolume"
            value={volumeName(draft.highVolume)}
            onChange={({ target }) => set({ highVolume: volumes[target.value] ?? null })}
            options={(['counted', 'yes', 'no'] as const).map((name) => ({
              value: name,
              label: t(`highVolumes.${name}`),
            }))}
          />
        </Field>
      )}
      <Button variant="primary" type="submit" className="w-fit" pending={saving.pending}>
        {t('save')}
      </Button>
    </form>
  )
}

const volumes: Record<string, boolean> = { yes: true, no: false }
const volumeName = (highVolume: boolean | null) => (highVolume === null ? 'counted' : highVolume ? 'yes' : 'no')

const termsOf = ({ fromDay: _, ...terms }: ShopTerms): TermsOfDay => terms

function RemoveTerms({ shop, terms, from }: { shop: { id: string; name: string }; terms: ShopTerms; from: string }) {
  const t = useTranslations('fees.terms')
  const [confirming, setConfirming] = useState(false)
  const removing = useAction(removeShopTermsAction, { successMessage: t('removed'), refresh: true })
  const confirm = async () => {
    await removing.run({ shopId: shop.id, fromDay: terms.fromDay, seen: termsOf(terms) })
    setConfirming(false)
  }
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={t('named', { action: t('remove'), shop: shop.name, from })}
        onClick={() => setConfirming(true)}
      >
        {t('remove')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void confirm()}
        pending={removing.pending}
        danger
        title={t('removeAsk', { from })}
        text={t('removeText')}
        confirmLabel={t('remove')}
      />
    </>
  )
}

'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState, type FormEvent } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { DateInput } from '@/components/ui/date-input'
import { Field, Input, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { MoneyInput } from '@/components/ui/money-input'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import type { Day } from '@/lib/core/dates'
import type { FieldErrors } from '@/lib/core/errors'
import { previewFeeRuleAction, saveFeeRuleAction } from '@/lib/money/fees/actions'
import type { RulePreview } from '@/lib/money/fees/preview-rule'
import { draftRule, readDraft, type RuleDraft } from '@/lib/money/fees/rule-draft'
import { maxRuleNameChars } from '@/lib/money/fees/rule-schema'
import { roundingModes } from '@/lib/core/rounding'
import { feeBases, feePartKinds, type FeeRule } from '@/lib/money/fees/schema'
import { BandsField } from './bands-field'
import { RateField } from './rate-field'
import { formatMoney, formatNumber } from '@/lib/core/money'

type RuleFormProps = {
  rule: FeeRule
  isVersion: boolean
  today: Day
  onDirty: (dirty: boolean) => void
  onDone: () => void
}

/** The effect is shown before saving. */
export function RuleForm({ rule, isVersion, today, onDirty, onDone }: RuleFormProps) {
  const t = useTranslations('fees.editor')
  const names = useTranslations('fees.rules.partKinds')
  const roundings = useTranslations('fees.editor.roundings')
  const language = useLocale()
  const [initial] = useState(() => draftRule(rule, null, language))
  const [draft, setDraft] = useState(initial)
  const [unreadable, setUnreadable] = useState<{ error: ActionFailure; fields: FieldErrors } | null>(null)
  const [preview, setPreview] = useState<RulePreview | null>(null)
  const previewing = useAction(previewFeeRuleAction, { onSuccess: setPreview })
  const saving = useAction(saveFeeRuleAction, { successMessage: t('saved'), onSuccess: onDone, refresh: true })
  const failed = unreadable ?? (saving.error ? saving : previewing.error ? previewing : null)
  const fields = failed?.fields ?? {}
  const dirty = JSON.stringify(draft) !== JSON.stringify(initial)
  useEffect(() => onDirty(dirty), [dirty, onDirty])

  const set = (changes: Partial<RuleDraft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    setPreview(null)
  }
  const read = () => {
    const { input, fields: wrong } = readDraft(draft, rule, language)
    if (isVersion && draft.fromDay === null) wrong.fromDay = ['errors.dateInvalid']
    const isSound = Object.keys(wrong).length === 0
    setUnreadable(isSound ? null : { error: { code: 'invalidInput' }, fields: wrong })
    return isSound ? { ...input, id: rule.id, version: rule.version, fromDay: isVersion ? draft.fromDay : null } : null
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = read()
    if (input) void (preview ? saving.run(input) : previewing.run(input))
  }
  const labels = {
    name: t('name'),
    fromDay: t('fromDay'),
    capCents: t('cap'),
    ...bandLabels(draft, t),
    ...partLabels(t, names),
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FormError
        error={failed?.error ?? null}
        fields={fields}
        labels={labels}
        changed={<WhatChanged kind="feeRule" id={rule.id} />}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={labels.name} required error={fields.name}>
          <Input
            name="name"
            value={draft.name}
            maxLength={maxRuleNameChars}
            onChange={({ target }) => set({ name: target.value })}
          />
        </Field>
        {isVersion && (
          <Field label={labels.fromDay} required error={fields.fromDay}>
            <DateInput name="fromDay" value={draft.fromDay} today={today} onChange={(fromDay) => set({ fromDay })} />
          </Field>
        )}
        <Field label={t('basis')}>
          <Select
            name="basis"
            value={draft.basis}
            onChange={({ target }) => set({ basis: feeBases.find((basis) => basis === target.value) })}
          >
            <option value="item">{t('basisItem')}</option>
            <option value="order">{t('basisOrder')}</option>
          </Select>
        </Field>
        <Field label={t('rounding')}>
          <Select
            name="rounding"
            value={draft.rounding}
            onChange={({ target }) => set({ rounding: roundingModes.find((one) => one === target.value) })}
            options={roundingModes.map((rounding) => ({ value: rounding, label: roundings(rounding) }))}
          />
        </Field>
        <Field label={labels.capCents} hint={t('capHint')} error={fields.capCents}>
          <MoneyInput name="capCents" value={draft.cap} onChange={(cap) => set({ cap })} />
        </Field>
      </div>
      <BandsField bands={draft.bands} onChange={(bands) => set({ bands })} fields={fields} />
      <PartsField draft={draft} onChange={(parts) => set({ parts })} fields={fields} />
      <div aria-live="polite">{preview && <PreviewedRule preview={preview} />}</div>
      <Button
        variant="primary"
        type="submit"
        className="w-fit"
        pending={saving.pending || previewing.pending}
        disabled={!isVersion && !dirty}
      >
        {t(preview ? 'save' : 'preview')}
      </Button>
    </form>
  )
}

type Translate = ReturnType<typeof useTranslations<'fees.editor'>>

const bandLabels = ({ bands }: RuleDraft, t: Translate): Record<string, string> =>
  Object.fromEntries(
    bands.flatMap((_, at) => {
      const name = (text: string) => `${t('band', { number: at + 1 })}, ${text}`
      return [
        [`bands.${at}.fromCents`, name(t('from'))],
        [`bands.${at}.commission`, name(t('commission'))],
        [`bands.${at}.service`, name(t('service'))],
        [`bands.${at}.fixedCents`, name(t('fixed'))],
        [`bands.${at}.cheap.belowCents`, name(t('cheapBelow'))],
      ]
    }),
  )

const partLabels = (t: Translate, names: ReturnType<typeof useTranslations<'fees.rules.partKinds'>>) =>
  Object.fromEntries(
    feePartKinds.flatMap((kind) => [
      [`parts.${kind}.rate`, `${names(kind)}, ${t('partRate')}`],
      [`parts.${kind}.fixedCents`, `${names(kind)}, ${t('partFixed')}`],
    ]),
  )

type PartsFieldProps = { draft: RuleDraft; onChange: (parts: RuleDraft['parts']) => void; fields: FieldErrors }

function PartsField({ draft: { parts }, onChange, fields }: PartsFieldProps) {
  const t = useTranslations('fees.editor')
  const names = useTranslations('fees.rules.partKinds')
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-[13px] font-medium">{t('parts')}</legend>
      <ul className="grid gap-2">
        {feePartKinds.map((kind) => {
          const set = (changes: Partial<(typeof parts)[typeof kind]>) =>
            onChange({ ...parts, [kind]: { ...parts[kind], ...changes } })
          return (
            <li key={kind} className="rounded-card border border-line p-2.5">
              <fieldset className="min-w-0">
                <legend className="float-left mb-1 w-full text-[13px]">{names(kind)}</legend>
                <div className="clear-both grid grid-cols-2 items-start gap-2">
                  <RateField
                    label={t('partRate')}
                    name={`parts.${kind}.rate`}
                    value={parts[kind].rate}
                    error={fields[`parts.${kind}.rate`]}
                    onChange={(rate) => set({ rate })}
                  />
                  <Field label={t('partFixed')} error={fields[`parts.${kind}.fixedCents`]}>
                    <MoneyInput
                      name={`parts.${kind}.fixedCents`}
                      value={parts[kind].fixed}
                      onChange={(fixed) => set({ fixed })}
                    />
                  </Field>
                </div>
              </fieldset>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

function PreviewedRule({ preview }: { preview: RulePreview }) {
  const t = useTranslations('fees.editor')
  const language = useLocale()
  const [before, after] = [BigInt(preview.beforeCents), BigInt(preview.afterCents)]
  const lines = [
    ['previewBefore', before],
    ['previewAfter', after],
    ['previewDifference', after - before],
  ] as const
  return (
    <section className="rounded-card border border-line bg-sunken/50 p-3 text-[13px]">
      <h3 className="mb-1 font-semibold">{t('previewTitle')}</h3>
      <p>
        {t('previewOrders', { count: preview.orders })}
        {preview.counted < preview.orders &&
          ` · ${t('previewCounted', { count: formatNumber(preview.counted, language) })}`}
      </p>
      <dl className="my-2 grid gap-1 tabular-nums">
        {lines.map(([key, cents]) => (
          <div key={key} className="flex justify-between gap-4">
            <dt className="text-ink-2">{t(key)}</dt>
            <dd className={key === 'previewDifference' ? 'font-semibold' : undefined}>
              {formatMoney(cents, language)}
            </dd>
          </div>
        ))}
      </dl>
      <p>{t('previewSkus', { count: preview.skus })}</p>
    </section>
  )
}

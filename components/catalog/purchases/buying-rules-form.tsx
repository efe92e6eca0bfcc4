'use client'

import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, NumberInput } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { updateBuyingRulesAction } from '@/lib/catalog/purchases/actions'
import { costRules } from '@/lib/catalog/purchases/schema'
import type { StockRules } from '@/lib/identity/settings/views'

const dayFields = ['salesDays', 'coverDays', 'leadDays'] as const

export function BuyingRulesForm({ rules }: { rules: StockRules }) {
  const t = useTranslations('purchases.rules')
  const common = useTranslations('common')
  const { organizationId } = useOrganization()
  const [costRule, setCostRule] = useState(rules.costRule)
  const [days, setDays] = useState({
    salesDays: String(rules.salesDays),
    coverDays: String(rules.coverDays),
    leadDays: String(rules.leadDays),
  })
  const saving = useAction(updateBuyingRulesAction, { successMessage: t('saved'), refresh: true })
  const dirty = costRule !== rules.costRule || dayFields.some((field) => days[field] !== String(rules[field]))
  useUnsavedGuard(dirty)
  // Any other text is refused by the action, with its own message.
  const read = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : -1)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void saving.run({
      version: rules.version,
      costRule,
      salesDays: read(days.salesDays),
      coverDays: read(days.coverDays),
      leadDays: read(days.leadDays),
    })
  }
  const labels = Object.fromEntries(dayFields.map((field) => [field, t(field)]))
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} className="mb-4" />
      <form noValidate onSubmit={submit} className="flex max-w-2xl flex-col gap-5">
        <FormError
          error={saving.error}
          fields={saving.fields}
          labels={labels}
          changed={<WhatChanged kind="organization" id={organizationId} />}
        />
        <fieldset>
          <legend className="mb-2 text-[13px] font-medium">{t('costRule')}</legend>
          <div className="flex flex-col gap-3">
            {costRules.map((rule) => (
              <label key={rule} className="flex items-start gap-2">
                <input
                  type="radio"
                  name="costRule"
                  value={rule}
                  checked={costRule === rule}
                  onChange={() => setCostRule(rule)}
                  className="mt-1 size-4 shrink-0 accent-accent-text"
                />
                <span>
                  <span className="font-medium">{t(rule)}</span>
                  <span className="block text-[13px] text-ink-2">{t(`${rule}Text`)}</span>
                </span>
              </label>
            ))}
          </div>
          <p className="mt-2 text-xs text-ink-3">{t('ruleHint')}</p>
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-3">
          {dayFields.map((field) => (
            <Field
              key={field}
              label={t(field)}
              required
              hint={field === 'leadDays' ? t('leadHint') : undefined}
              error={saving.fields[field]}
            >
              <NumberInput
                name={field}
                maxLength={4}
                value={days[field]}
                onChange={(text) => setDays((before) => ({ ...before, [field]: text }))}
              />
            </Field>
          ))}
        </div>
        <Button variant="primary" type="submit" pending={saving.pending} disabled={!dirty} className="self-start">
          {common('save')}
        </Button>
      </form>
    </Card>
  )
}

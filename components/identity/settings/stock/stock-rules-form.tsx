'use client'

import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Checkbox, Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { updateStockRulesAction } from '@/lib/identity/settings/actions'
import type { StockRules } from '@/lib/identity/settings/views'

export function StockRulesForm({ rules }: { rules: StockRules }) {
  const t = useTranslations('companyData.stock')
  const common = useTranslations('common')
  const { organizationId } = useOrganization()
  const [units, setUnits] = useState(String(rules.lowStockUnits))
  const [backorders, setBackorders] = useState(rules.backorders)
  const saving = useAction(updateStockRulesAction, { successMessage: t('saved'), refresh: true })
  const dirty = units !== String(rules.lowStockUnits) || backorders !== rules.backorders
  useUnsavedGuard(dirty)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Any other text is refused by the action, with its own message.
    const lowStockUnits = /^\d{1,9}$/.test(units.trim()) ? Number(units) : -1
    void saving.run({ version: rules.version, lowStockUnits, backorders })
  }
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} className="mb-4" />
      <form noValidate onSubmit={submit} className="flex max-w-2xl flex-col gap-5">
        <FormError
          error={saving.error}
          fields={saving.fields}
          labels={{ lowStockUnits: t('lowStock') }}
          changed={<WhatChanged kind="organization" id={organizationId} />}
        />
        <Field label={t('lowStock')} hint={t('lowStockHint')} required error={saving.fields.lowStockUnits}>
          <Input
            name="lowStockUnits"
            inputMode="numeric"
            autoComplete="off"
            value={units}
            maxLength={7}
            onChange={({ target }) => setUnits(target.value)}
            className="max-w-32 text-right tabular-nums"
          />
        </Field>
        <Checkbox
          label={t('backorders')}
          hint={t(backorders ? 'backordersOn' : 'backordersOff')}
          checked={backorders}
          onChange={({ target }) => setBackorders(target.checked)}
        />
        <Button variant="primary" type="submit" pending={saving.pending} disabled={!dirty} className="self-start">
          {common('save')}
        </Button>
      </form>
    </Card>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Input } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { setBuyingAction } from '@/lib/catalog/purchases/actions'
import { maxSources } from '@/lib/catalog/purchases/schema'
import type { Buying } from '@/lib/catalog/purchases/views'
import { BuyingSourceFields, type SourceDraft } from './buying-source-fields'

const numberOf = (text: string) => (text.trim() === '' ? null : /^\d{1,7}$/.test(text.trim()) ? Number(text) : -1)
const emptySource: SourceDraft = { supplierId: '', code: '', unitsPerPack: '1', minimumUnits: '' }

/** From whom the product is bought, and what the suggestion knows of it. */
export function BuyingCard({ productId, buying }: { productId: string; buying: Buying }) {
  const t = useTranslations('purchases.buying')
  const common = useTranslations('common')
  const { version, suppliers } = buying
  const [open, setOpen] = useState(false)
  const [leadTimeDays, setLeadTimeDays] = useState(buying.leadTimeDays?.toString() ?? '')
  const [sources, setSources] = useState<SourceDraft[]>(
    buying.sources.map(({ supplierId, code, unitsPerPack, minimumUnits }) => ({
      supplierId,
      code,
      unitsPerPack: String(unitsPerPack),
      minimumUnits: minimumUnits?.toString() ?? '',
    })),
  )
  const saving = useAction(setBuyingAction, {
    successMessage: t('saved'),
    onSuccess: () => setOpen(false),
    refresh: true,
  })
  const submit = () => {
    void saving.run({
      productId,
      version,
      leadTimeDays: numberOf(leadTimeDays),
      sources: sources.map(({ unitsPerPack, minimumUnits, ...source }) => ({
        ...source,
        unitsPerPack: numberOf(unitsPerPack) ?? 1,
        minimumUnits: numberOf(minimumUnits),
      })),
    })
  }
  return (
    <Card>
      <CardHeader
        title={t('title')}
        description={buying.leadTimeDays === null ? t('noLead') : t('lead', { days: buying.leadTimeDays })}
        actions={
          <Button size="sm" onClick={() => setOpen(true)}>
            {t('edit')}
          </Button>
        }
      />
      <ul className="mt-2 divide-y divide-line empty:hidden">
        {buying.sources.map(({ supplierId, supplierName, code, unitsPerPack, minimumUnits }) => (
          <li key={`${supplierId} ${code}`} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="min-w-0 break-words">
              {supplierName}
              <span className="block text-xs text-ink-3">{code}</span>
            </span>
            <span className="text-[13px] text-ink-2 tabular-nums">
              {[t('pack', { units: unitsPerPack }), minimumUnits !== null && t('minimum', { units: minimumUnits })]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <FormDialog
        size="md"
        open={open}
        onClose={() => setOpen(false)}
        title={t('title')}
        description={t('text')}
        action={saving}
        labels={{ leadTimeDays: t('leadTimeDays') }}
        submitLabel={common('save')}
        onSubmit={submit}
        changed={<WhatChanged kind="product" id={productId} />}
      >
        <Field label={t('leadTimeDays')} optional hint={t('leadHint')} error={saving.fields.leadTimeDays}>
          <Input
            name="leadTimeDays"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={leadTimeDays}
            onChange={({ target }) => setLeadTimeDays(target.value)}
            className="max-w-28 text-right tabular-nums"
          />
        </Field>
        {sources.map((source, index) => (
          <BuyingSourceFields
            key={index}
            source={source}
            index={index}
            suppliers={suppliers}
            fields={saving.fields}
            onChange={(changes) =>
              setSources((before) => before.map((each, at) => (at === index ? { ...each, ...changes } : each)))
            }
            onRemove={() => setSources((before) => before.filter((_, at) => at !== index))}
          />
        ))}
        {sources.length < maxSources && (
          <Button
            size="sm"
            className="self-start"
            onClick={() => setSources((before) => [...before, { ...emptySource }])}
          >
            {t('add')}
          </Button>
        )}
      </FormDialog>
    </Card>
  )
}

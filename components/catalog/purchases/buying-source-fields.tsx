'use client'

import { XMarkIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Field, Input, Select } from '@/components/ui/field'
import type { SupplierChoice } from '@/lib/catalog/purchases/supplier-queries'

export type SourceDraft = { supplierId: string; code: string; unitsPerPack: string; minimumUnits: string }
type Props = {
  source: SourceDraft
  index: number
  suppliers: SupplierChoice[]
  fields: Record<string, string[]>
  onChange: (changes: Partial<SourceDraft>) => void
  onRemove: () => void
}

export function BuyingSourceFields({ source, index, suppliers, fields, onChange, onRemove }: Props) {
  const t = useTranslations('purchases.buying')
  const form = useTranslations('purchases.form')
  const name = (field: keyof SourceDraft) => `sources.${index}.${field}`
  const text = (field: 'code' | 'unitsPerPack' | 'minimumUnits', label: string) => (
    <Field label={label} optional={field === 'minimumUnits'} error={fields[name(field)]}>
      <Input
        name={name(field)}
        inputMode={field === 'code' ? 'text' : 'numeric'}
        autoComplete="off"
        value={source[field]}
        onChange={({ target }) => onChange({ [field]: target.value })}
      />
    </Field>
  )
  return (
    <fieldset className="relative rounded-control border border-line p-3">
      <legend className="sr-only">{t('source', { number: index + 1 })}</legend>
      <div className="grid gap-3 pr-10 sm:grid-cols-2">
        <Field label={form('supplier')} error={fields[name('supplierId')]}>
          <Select
            name={name('supplierId')}
            value={source.supplierId}
            onChange={({ target }) => onChange({ supplierId: target.value })}
            options={suppliers.map(({ id, name: supplier }) => ({ value: id, label: supplier }))}
          >
            <option value="">{form('chooseSupplier')}</option>
          </Select>
        </Field>
        {text('code', form('code'))}
        {text('unitsPerPack', t('unitsPerPack'))}
        {text('minimumUnits', t('minimumUnits'))}
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t('remove', { number: index + 1 })}
        onClick={onRemove}
        className="absolute! top-1 right-1"
      >
        <XMarkIcon aria-hidden />
      </Button>
    </fieldset>
  )
}

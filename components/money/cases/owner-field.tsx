'use client'

import { useTranslations } from 'next-intl'
import { Field, Select } from '@/components/ui/field'
import type { CaseOwner } from '@/lib/money/cases/views'

type OwnerFieldProps = {
  value: string | null
  onChange: (id: string | null) => void
  owners: CaseOwner[]
  error?: string[]
}

export function OwnerField({ value, onChange, owners, error }: OwnerFieldProps) {
  const t = useTranslations('cases')
  const isKnown = value === null || owners.some(({ userId }) => userId === value)
  return (
    <Field label={t('fields.owner')} optional error={error}>
      <Select
        name="ownerId"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
        options={owners.map(({ userId, displayName }) => ({ value: userId, label: displayName }))}
      >
        <option value="">{t('unassigned')}</option>
        {!isKnown && <option value={value}>{t('formerOwner')}</option>}
      </Select>
    </Field>
  )
}

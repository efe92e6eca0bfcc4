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
      <Select name="ownerId" value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
        <option value="">{t('unassigned')}</option>
        {!isKnown && <option value={value}>{t('formerOwner')}</option>}
        {owners.map(({ userId, displayName }) => (
          <option key={userId} value={userId}>
            {displayName}
          </option>
        ))}
      </Select>
    </Field>
  )
}

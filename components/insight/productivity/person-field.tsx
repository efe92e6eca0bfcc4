'use client'

import { useTranslations } from 'next-intl'
import { Field, Select } from '@/components/ui/field'
import type { Person } from '@/lib/insight/productivity/views'

type PersonFieldProps = { label: string; value: string | null; onChange: (id: string | null) => void; people: Person[] }

export function PersonField({ label, value, onChange, people }: PersonFieldProps) {
  const t = useTranslations('productivity')
  const isKnown = value === null || people.some(({ userId }) => userId === value)
  return (
    <Field label={label} optional>
      <Select
        name="person"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
        options={people.map(({ userId, displayName }) => ({ value: userId, label: displayName }))}
      >
        <option value="">{t('unassigned')}</option>
        {!isKnown && <option value={value}>{t('board.formerMember')}</option>}
      </Select>
    </Field>
  )
}

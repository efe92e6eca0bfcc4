'use client'

import { useTranslations } from 'next-intl'
import { Field, Select } from '@/components/ui/field'
import type { PlaceChoice } from '@/lib/money/expenses/details'

const types = ['entity', 'shop', 'channel'] as const

type PlaceFieldProps = {
  value: string
  onChange: (place: string) => void
  places: PlaceChoice[]
  /** The name of what it belongs to now, where that is no choice any more. */
  ownName: string | null
  error?: string[]
}

/** Whose the expense is: the company's, or one legal entity's, shop's or channel's. */
export function PlaceField({ value, onChange, places, ownName, error }: PlaceFieldProps) {
  const t = useTranslations('expenses')
  const isKnown = value === 'company' || places.some(({ type, id }) => `${type}:${id}` === value)
  return (
    <Field label={t('place')} hint={t('placeHint')} error={error}>
      <Select name="place" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="company">{t('places.company')}</option>
        {!isKnown && <option value={value}>{ownName}</option>}
        {types.map((type) => {
          const own = places.filter((place) => place.type === type)
          return own.length === 0 ? null : (
            <optgroup key={type} label={t(`places.${type}`)}>
              {own.map(({ id, name }) => (
                <option key={id} value={`${type}:${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          )
        })}
      </Select>
    </Field>
  )
}

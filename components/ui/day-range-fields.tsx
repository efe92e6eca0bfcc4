'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { formatDay, parseDay } from '@/lib/core/dates'
import type { DraftRange } from './calendar'
import { Field, Input } from './field'

type DayRangeFieldsProps = { value: DraftRange | null; onSelect: (range: DraftRange | null) => void }

/** Typed days, beside a calendar in which years back are many clicks away. */
export function DayRangeFields({ value, onSelect }: DayRangeFieldsProps) {
  const t = useTranslations('ui.period')
  const [from, to] = [value?.from ?? null, value?.to ?? value?.from ?? null]
  return (
    <div className="mb-2 grid w-64 grid-cols-2 gap-2 pointer-coarse:w-[312px]">
      <DayField
        key={`from ${from}`}
        label={t('from')}
        day={from}
        onDay={(day) => onSelect({ from: day, to: to && to > day ? to : day })}
      />
      <DayField
        key={`to ${to}`}
        label={t('to')}
        day={to}
        onDay={(day) => onSelect({ from: from && from < day ? from : day, to: day })}
      />
    </div>
  )
}

type DayFieldProps = { label: string; day: string | null; onDay: (day: string) => void }

/** Taken over when it is left or on Enter, so that half a date moves nothing. */
function DayField({ label, day, onDay }: DayFieldProps) {
  const language = useLocale()
  const t = useTranslations('ui.date')
  const shown = day ? formatDay(day, language) : ''
  const [typed, setTyped] = useState(shown)
  const [unreadable, setUnreadable] = useState(false)
  const take = () => {
    const parsed = parseDay(typed, language)
    setUnreadable(typed.trim() !== '' && !parsed.ok)
    if (parsed.ok && parsed.day !== day) onDay(parsed.day)
  }
  return (
    <Field label={label} error={unreadable ? 'dateInvalid' : undefined}>
      <Input
        value={typed}
        autoComplete="off"
        placeholder={t('placeholder')}
        onChange={({ target }) => {
          setTyped(target.value)
          setUnreadable(false)
        }}
        onBlur={take}
        onKeyDown={({ key }) => key === 'Enter' && take()}
        className="tabular-nums"
      />
    </Field>
  )
}

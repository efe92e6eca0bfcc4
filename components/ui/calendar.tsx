'use client'

import { DayPicker, type DayPickerProps } from 'react-day-picker'
import { enUS } from 'react-day-picker/locale/en-US'
import { ptBR } from 'react-day-picker/locale/pt-BR'
import { useLocale } from 'next-intl'
import { useState } from 'react'
import { localDay, type Day } from '@/lib/core/dates'

const locales = { pt: ptBR, en: enUS }

const look: DayPickerProps['classNames'] = {
  root: 'relative w-fit select-none',
  months: 'relative',
  month_caption: 'flex h-9 items-center px-2',
  caption_label: 'font-title capitalize',
  nav: 'absolute top-0 right-0 flex',
  button_previous: 'grid size-9 place-items-center rounded-control hover:bg-sunken aria-disabled:opacity-40',
  button_next: 'grid size-9 place-items-center rounded-control hover:bg-sunken aria-disabled:opacity-40',
  chevron: 'size-4 fill-ink-2',
  month_grid: 'mt-1 border-collapse',
  weekday: 'h-8 w-9 text-xs font-medium text-ink-3 capitalize pointer-coarse:w-11',
  day: 'p-0 text-center tabular-nums',
  day_button:
    'size-9 rounded-control hover:bg-sunken disabled:opacity-40 disabled:hover:bg-transparent pointer-coarse:size-11 focus-visible:-outline-offset-2',
  today: 'font-title text-accent-text',
  outside: 'text-ink-3',
  range_middle: 'bg-accent-soft text-ink',
  range_start:
    'rounded-l-control bg-accent-soft [&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent',
  range_end:
    'rounded-r-control bg-accent-soft [&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent',
}
const selectedDay = { selected: '[&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent' }

/** Days travel as 'YYYY-MM-DD'; noon in the browser's own zone stands for one, which no clock change moves to another day. */
const toDate = (day: Day) => new Date(`${day}T12:00:00`)
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const toDay = (date: Date): Day => localDay(date, browserZone())

type DayCalendarProps = { value: Day | null; today: Day; onSelect: (day: Day) => void }

export function DayCalendar({ value, today, onSelect }: DayCalendarProps) {
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      locale={locales[useLocale()]}
      classNames={{ ...look, ...selectedDay }}
      today={toDate(today)}
      defaultMonth={toDate(value ?? today)}
      selected={value ? toDate(value) : undefined}
      onSelect={(date: Date) => onSelect(toDay(date))}
    />
  )
}

export type DraftRange = { from: Day; to: Day | null }
type RangeCalendarProps = {
  value: DraftRange | null
  today: Day
  latest?: Day
  onSelect: (range: DraftRange | null) => void
}

export function RangeCalendar({ value, today, latest, onSelect }: RangeCalendarProps) {
  const end = value?.to ?? value?.from ?? today
  const [seen, setSeen] = useState(end)
  const [month, setMonth] = useState(toDate(end))
  // The date typed beside the calendar is shown in it.
  if (seen !== end) {
    setSeen(end)
    setMonth(toDate(end))
  }
  return (
    <DayPicker
      mode="range"
      autoFocus
      resetOnSelect
      locale={locales[useLocale()]}
      classNames={look}
      today={toDate(today)}
      endMonth={latest ? toDate(latest) : undefined}
      disabled={latest ? { after: toDate(latest) } : undefined}
      month={month}
      onMonthChange={setMonth}
      selected={value ? { from: toDate(value.from), to: value.to ? toDate(value.to) : undefined } : undefined}
      onSelect={(range) =>
        onSelect(range?.from ? { from: toDay(range.from), to: range.to ? toDay(range.to) : null } : null)
      }
    />
  )
}

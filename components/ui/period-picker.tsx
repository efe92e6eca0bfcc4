'use client'

import { ChevronDownIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useState } from 'react'
import { formatDay, formatDayShort, resolvePeriod, type Day, type DayRange, type Period } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import { Button } from './button'
import type { DraftRange } from './calendar'
import { classNames } from './class-names'
import { DayRangeFields } from './day-range-fields'
import { LazyRangeCalendar } from './lazy-calendar'
import { Popover } from './popover'
import { useQueryParams } from './use-query-params'

const segments = ['today', 'yesterday', '7d', '30d'] as const
const months = ['month', 'last-month'] as const

type PeriodPickerProps = {
  /** Today in the organization's time zone. */
  today: Day
  /** The zone's name in words: 'horário de São Paulo'. */
  timeZoneLabel?: string
  fallback?: Exclude<Period, 'custom'>
}

/** Writes ?period=, and &from=&to= for a range of one's own. */
export function PeriodPicker({ today, timeZoneLabel, fallback = '7d' }: PeriodPickerProps) {
  const t = useTranslations('ui.period')
  const language = useLocale()
  const { params, hrefWith, pending } = useQueryParams()
  const current = resolvePeriod(
    { period: params.get('period'), from: params.get('from'), to: params.get('to') },
    today,
    fallback,
  )
  const hrefOf = (period: Period) => hrefWith({ period: period === fallback ? null : period, from: null, to: null })
  const elsewhere = !segments.some((period) => period === current.period)

  return (
    <div
      role="group"
      aria-label={t('label')}
      aria-busy={pending || undefined}
      className="grid grid-cols-4 rounded-control border border-line bg-surface max-sm:w-full sm:flex sm:w-fit"
    >
      {segments.map((period, index) => (
        <Link
          key={period}
          href={hrefOf(period)}
          scroll={false}
          aria-current={current.period === period || undefined}
          className={classNames(
            segmentClass(current.period === period),
            index > 0 && 'border-l',
            index === 0 && 'max-sm:rounded-tl-[7px] sm:rounded-l-[7px]',
            index === 3 && 'max-sm:rounded-tr-[7px]',
          )}
        >
          {t(period)}
        </Link>
      ))}
      <Popover
        label={t('choose', { range: rangeText(current, language) })}
        align="end"
        className="max-sm:col-span-4 max-sm:border-t"
        buttonClassName={classNames(
          segmentClass(elsewhere),
          'w-full gap-1.5 max-sm:rounded-b-[7px] sm:rounded-r-[7px] sm:border-l',
        )}
        button={
          <>
            <span className="tabular-nums">{rangeText(current, language)}</span>
            <ChevronDownIcon aria-hidden className="size-3.5 stroke-2" />
          </>
        }
      >
        {(close) => (
          <>
            <div className="mb-2 grid grid-cols-2 gap-2">
              {months.map((period) => (
                <Link
                  key={period}
                  href={hrefOf(period)}
                  scroll={false}
                  onClick={close}
                  aria-current={current.period === period || undefined}
                  className={classNames(segmentClass(current.period === period), 'rounded-control border')}
                >
                  {t(period)}
                </Link>
              ))}
            </div>
            <CustomRange today={today} initial={current} onDone={close} />
            {timeZoneLabel && <p className="mt-2 text-xs text-ink-3">{timeZoneLabel}</p>}
          </>
        )}
      </Popover>
    </div>
  )
}

function CustomRange({ today, initial, onDone }: { today: Day; initial: DayRange; onDone: () => void }) {
  const t = useTranslations('ui.period')
  const language = useLocale()
  const { setParams } = useQueryParams()
  const [draft, setDraft] = useState<DraftRange | null>({ from: initial.from, to: initial.to })
  const range = draft && { from: draft.from, to: draft.to ?? draft.from }
  return (
    <>
      <DayRangeFields value={draft} onSelect={setDraft} />
      <LazyRangeCalendar value={draft} today={today} latest={today} onSelect={setDraft} />
      <div className="mt-2 flex items-center justify-between gap-3 border-t border-line pt-3">
        <span aria-live="polite" className="text-[13px] text-ink-2 tabular-nums">
          {range ? rangeText(range, language) : t('pick')}
        </span>
        <Button
          variant="primary"
          disabled={!range}
          onClick={() => {
            if (range) setParams({ period: 'custom', ...range })
            onDone()
          }}
        >
          {t('apply')}
        </Button>
      </div>
    </>
  )
}

function segmentClass(active: boolean): string {
  return classNames(
    'inline-flex min-h-control items-center justify-center border-line px-3 font-medium whitespace-nowrap no-underline focus-visible:-outline-offset-2',
    active ? 'bg-accent-soft font-semibold text-accent-text' : 'text-ink-2 hover:bg-sunken hover:text-ink',
  )
}

function rangeText({ from, to }: DayRange, language: Language): string {
  if (from === to) return formatDay(from, language)
  const start = from.slice(0, 4) === to.slice(0, 4) ? formatDayShort(from, language) : formatDay(from, language)
  return `${start} – ${formatDay(to, language)}`
}

'use client'

import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { DraftRange } from '@/components/ui/calendar'
import { classNames } from '@/components/ui/class-names'
import { DayRangeFields } from '@/components/ui/day-range-fields'
import { LazyRangeCalendar } from '@/components/ui/lazy-calendar'
import { FilterPopover } from '@/components/ui/popover'
import { useQueryParams } from '@/components/ui/use-query-params'
import { formatDay, type Day } from '@/lib/core/dates'

const named = ['today', 'yesterday', '7d', '30d', 'month', 'last-month'] as const

type PeriodFilterProps = {
  today: Day
  from: Day | null
  to: Day | null
  /** The chosen days in words; null while any day will do. */
  text: string | null
  /** The address's value for any day, where no value means a period of its own. */
  anyDay?: string
}

/** Unlike a report, a list needs no period: any day is where it starts. */
export function PeriodFilter({ today, from, to, text, anyDay }: PeriodFilterProps) {
  const t = useTranslations('orders.filters')
  const { params, hrefWith } = useQueryParams()
  const choices = [
    {
      key: 'any',
      label: t('anyDay'),
      href: hrefWith({ period: anyDay ?? null, from: null, to: null }),
      on: text === null,
    },
    ...named.map((period) => ({
      key: period,
      label: t(`periods.${period}`),
      href: hrefWith({ period, from: null, to: null }),
      on: params.get('period') === period,
    })),
  ]
  const shown = text ?? t('allDays')
  return (
    <FilterPopover label={t('period')} text={shown} on={text !== null}>
      {(close) => (
        <div className="w-64 pointer-coarse:w-[312px]">
          <ul className="mb-2 grid grid-cols-2 gap-1">
            {choices.map(({ key, label, href, on }) => (
              <li key={key} className={key === 'any' ? 'col-span-2' : undefined}>
                <Link
                  href={href}
                  scroll={false}
                  onClick={close}
                  aria-current={on || undefined}
                  className={classNames(
                    'flex min-h-8 items-center rounded-md px-2.5 no-underline pointer-coarse:min-h-control',
                    on ? 'bg-accent-soft font-semibold text-accent-text' : 'text-ink hover:bg-sunken',
                  )}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <CustomDays today={today} from={from} to={to} onDone={close} />
        </div>
      )}
    </FilterPopover>
  )
}

type CustomDaysProps = Omit<PeriodFilterProps, 'text' | 'anyDay'> & { onDone: () => void }

function CustomDays({ today, from, to, onDone }: CustomDaysProps) {
  const t = useTranslations('ui.period')
  const range = useTranslations('orders.filters')
  const language = useLocale()
  const { setParams } = useQueryParams()
  const [draft, setDraft] = useState<DraftRange | null>(from ? { from, to: to ?? today } : null)
  const days = draft && { from: draft.from, to: draft.to ?? draft.from }
  return (
    <div className="border-t border-line pt-2">
      <DayRangeFields value={draft} onSelect={setDraft} />
      <LazyRangeCalendar value={draft} today={today} latest={today} onSelect={setDraft} />
      <div className="mt-2 flex items-center justify-between gap-3">
        <span aria-live="polite" className="text-[13px] text-ink-2 tabular-nums">
          {days
            ? range('range', { from: formatDay(days.from, language), to: formatDay(days.to, language) })
            : t('pick')}
        </span>
        <Button
          variant="primary"
          disabled={!days}
          onClick={() => {
            if (days) setParams({ period: null, ...days })
            onDone()
          }}
        >
          {t('apply')}
        </Button>
      </div>
    </div>
  )
}

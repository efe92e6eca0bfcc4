'use client'

import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { classNames } from '@/components/ui/class-names'
import { DayGrid } from '@/components/ui/day-grid'
import { addMonths, formatDay, type Day } from '@/lib/core/dates'
import { calendarHref, dayHref, type CalendarMonth } from '@/lib/money/expenses/calendar'
import type { ExpenseFilters } from '@/lib/money/expenses/filters'
import type { DueDay } from '@/lib/money/expenses/sums'
import { formatMoney } from '@/lib/core/money'
import { OpenPart } from './due-list'

type DueGridProps = { filters: ExpenseFilters; month: CalendarMonth; days: DueDay[]; today: Day; name: string }

export function DueGrid({ filters, month, days, today, name }: DueGridProps) {
  const t = useTranslations('expenses.calendar')
  const isThisMonth = today >= month.from && today <= month.to
  const due = new Map(days.map((day) => [day.day, day]))
  return (
    <DayGrid
      label={t('label', { month: name })}
      keys={t('keys')}
      range={month}
      start={isThisMonth ? today : month.from}
      turned={(_, by) => addMonths(month.from, by)}
      hrefOf={(day) => calendarHref(filters, day)}
    >
      {(day, stop) => (
        <DayCell
          key={day}
          {...stop}
          day={day}
          filters={filters}
          today={today}
          due={due.get(day)}
          outside={day < month.from || day > month.to}
        />
      )}
    </DayGrid>
  )
}

type DayCellProps = {
  day: Day
  filters: ExpenseFilters
  today: Day
  due: DueDay | undefined
  outside: boolean
  isCurrent: boolean
  onFocus: () => void
}

function DayCell({ day, filters, today, due, outside, isCurrent, onFocus }: DayCellProps) {
  const t = useTranslations('expenses.calendar')
  const language = useLocale()
  const number = Number(day.slice(8))
  if (outside)
    return (
      <span role="gridcell" className="min-h-20 border-t border-r border-line bg-sunken/50 p-2 last:border-r-0">
        <span aria-hidden className="text-xs text-ink-3">
          {number}
        </span>
      </span>
    )
  const amount = due ? `, ${formatMoney(due.totalCents, language)}` : ''
  return (
    <span role="gridcell" className="min-h-20 border-t border-r border-line last:border-r-0">
      <Link
        href={dayHref(filters, day)}
        data-day={day}
        tabIndex={isCurrent ? 0 : -1}
        onFocus={onFocus}
        aria-current={day === today ? 'date' : undefined}
        aria-label={t('day', { day: formatDay(day, language), count: due?.count ?? 0, amount })}
        prefetch={false}
        className="flex h-full flex-col gap-1 p-2 text-ink no-underline hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <span
          className={classNames(
            'grid size-6 place-items-center rounded-full text-xs tabular-nums',
            day === today ? 'bg-accent font-semibold text-on-accent' : 'text-ink-2',
          )}
        >
          {number}
        </span>
        {due && (
          <span className="mt-auto min-w-0 tabular-nums">
            <span className="block truncate text-[13px] font-semibold">{formatMoney(due.totalCents, language)}</span>
            <span className="block truncate text-xs text-ink-3">{t('count', { count: due.count })}</span>
            <OpenPart pendingCents={due.pendingCents} overdue={day < today} />
          </span>
        )}
      </Link>
    </span>
  )
}

'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useRef, useState, type KeyboardEvent } from 'react'
import { classNames } from '@/components/ui/class-names'
import { addDays, addMonths, formatDay, startOfWeek, type Day } from '@/lib/core/dates'
import { calendarHref, dayHref, listWeeks, type CalendarMonth } from '@/lib/money/expenses/calendar'
import type { ExpenseFilters } from '@/lib/money/expenses/filters'
import type { DueDay } from '@/lib/money/expenses/sums'
import { formatMoney } from '@/lib/core/money'
import { OpenPart } from './due-list'

type DueGridProps = { filters: ExpenseFilters; month: CalendarMonth; days: DueDay[]; today: Day; name: string }

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** One stop in the tab order; arrows go from day to day, Page Up and Page Down from month to month. */
export function DueGrid({ filters, month, days, today, name }: DueGridProps) {
  const t = useTranslations('expenses.calendar')
  const format = useFormatter()
  const router = useRouter()
  const grid = useRef<HTMLDivElement>(null)
  const isThisMonth = today >= month.from && today <= month.to
  const [current, setCurrent] = useState<Day>(isThisMonth ? today : month.from)
  const due = new Map(days.map((day) => [day.day, day]))
  const weeks = listWeeks(month)

  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const turn = { PageUp: -1, PageDown: 1 }[event.key]
    const edge = { Home: startOfWeek(current), End: addDays(startOfWeek(current), 6) }[event.key]
    if (!step && !turn && !edge) return
    event.preventDefault()
    const next = turn ? addMonths(month.from, turn) : (edge ?? addDays(current, step!))
    if (next < month.from || next > month.to) return turn || step ? router.push(calendarHref(filters, next)) : undefined
    setCurrent(next)
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }

  return (
    <div
      ref={grid}
      role="grid"
      aria-label={t('label', { month: name })}
      aria-describedby="due-grid-keys"
      onKeyDown={move}
      className="hidden border-t border-line md:block"
    >
      <p id="due-grid-keys" className="sr-only">
        {t('keys')}
      </p>
      <div role="row" className="grid grid-cols-7">
        {weeks[0]!.map((day) => (
          <span key={day} role="columnheader" className="px-2 py-1.5 text-xs font-medium text-ink-2">
            {format.dateTime(new Date(`${day}T12:00:00Z`), { weekday: 'short', timeZone: 'UTC' })}
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} role="row" className="grid grid-cols-7">
          {week.map((day) => (
            <DayCell
              key={day}
              day={day}
              filters={filters}
              today={today}
              due={due.get(day)}
              outside={day < month.from || day > month.to}
              isCurrent={day === current}
              onFocus={() => setCurrent(day)}
            />
          ))}
        </div>
      ))}
    </div>
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

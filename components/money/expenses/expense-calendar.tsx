import { ChevronLeftIcon, ChevronRightIcon } from '@heroicons/react/24/outline'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { addMonths, startOfMonth } from '@/lib/core/dates'
import { calendarHref } from '@/lib/money/expenses/calendar'
import type { ExpenseCalendar } from '@/lib/money/expenses/views'
import { formatMoney } from '@/lib/core/money'
import { CompanyExpensesHeader } from './company-expenses-screen'
import { DueGrid } from './due-grid'
import { DueList } from './due-list'
import { ExpenseTools } from './expense-tools'
import { FirstExpense } from './expenses-screen'

/** The due expenses, day by day: a month as a grid, on a phone as a list. */
export function ExpenseCalendarScreen({ calendar }: { calendar: ExpenseCalendar }) {
  const t = useTranslations('expenses.calendar')
  const format = useFormatter()
  const language = useLocale()
  const { filters, month, today, days } = calendar
  if (calendar.counts.all === 0n) return <FirstExpense list={calendar} />
  const name = format.dateTime(new Date(`${month.from}T12:00:00Z`), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const sum = days.reduce((cents, day) => cents + day.totalCents, 0n)
  return (
    <>
      <CompanyExpensesHeader list={calendar} mode="calendar" />
      <Card flush>
        <ExpenseTools list={calendar} full calendar />
        <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2">
          <h2 className="mr-auto text-base font-title first-letter:uppercase">{name}</h2>
          <span className="text-[13px] text-ink-2 tabular-nums">
            {t('sum', { amount: formatMoney(sum, language) })}
          </span>
          <ButtonLink size="sm" href={calendarHref(filters, addMonths(month.from, -1))} aria-label={t('previous')}>
            <ChevronLeftIcon aria-hidden />
          </ButtonLink>
          <ButtonLink size="sm" href={calendarHref(filters, startOfMonth(today))}>
            {t('today')}
          </ButtonLink>
          <ButtonLink size="sm" href={calendarHref(filters, addMonths(month.from, 1))} aria-label={t('next')}>
            <ChevronRightIcon aria-hidden />
          </ButtonLink>
        </div>
        <DueGrid key={month.from} filters={filters} month={month} days={days} today={today} name={name} />
        <DueList filters={filters} days={days} today={today} />
      </Card>
    </>
  )
}

import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { formatDay, type Day } from '@/lib/core/dates'
import { dayHref } from '@/lib/money/expenses/calendar'
import type { ExpenseFilters } from '@/lib/money/expenses/filters'
import type { DueDay } from '@/lib/money/expenses/sums'
import { formatMoney } from '@/lib/core/money'

type DueListProps = { filters: ExpenseFilters; days: DueDay[]; today: Day }

/** The month's days that have something due, for phones. */
export function DueList({ filters, days, today }: DueListProps) {
  const t = useTranslations('expenses.calendar')
  const language = useLocale()
  if (days.length === 0)
    return <p className="border-t border-line px-4 py-6 text-center text-ink-2 md:hidden">{t('empty')}</p>
  return (
    <ul className="border-t border-line md:hidden">
      {days.map(({ day, count, totalCents, pendingCents }) => (
        <li key={day} className="border-b border-line last:border-b-0">
          <Link
            href={dayHref(filters, day)}
            className="flex min-h-control items-center justify-between gap-3 px-4 py-2.5 text-ink no-underline"
          >
            <span>
              <span className={day === today ? 'font-semibold text-accent-text' : 'font-semibold'}>
                {formatDay(day, language)}
              </span>
              <span className="block text-xs text-ink-3">{t('count', { count })}</span>
            </span>
            <span className="text-right tabular-nums">
              <span className="block font-medium">{formatMoney(totalCents, language)}</span>
              <OpenPart pendingCents={pendingCents} overdue={day < today} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function OpenPart({ pendingCents, overdue }: { pendingCents: bigint; overdue: boolean }) {
  const t = useTranslations('expenses.calendar')
  const language = useLocale()
  if (pendingCents === 0n) return <span className="block text-xs text-good">{t('allPaid')}</span>
  return (
    <span className={`block text-xs ${overdue ? 'font-semibold text-bad' : 'text-ink-2'}`}>
      {t('open', { amount: formatMoney(pendingCents, language) })}
    </span>
  )
}

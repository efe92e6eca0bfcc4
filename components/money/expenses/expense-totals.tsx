import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { MetricCard } from '@/components/ui/metric-card'
import { expensesHref } from '@/lib/money/expenses/filters'
import { expenseKinds } from '@/lib/money/expenses/schema'
import type { ExpenseFrame } from '@/lib/money/expenses/views'
import { formatMoney } from '@/lib/core/money'

/** The totals of the filters; each card leads to the rows that add up to it. */
export function ExpenseTotals({ list: { filters, totals } }: { list: ExpenseFrame }) {
  const t = useTranslations('expenses')
  const language = useLocale()
  const cards = [
    ['total', totals.totalCents, null],
    ['pending', totals.pendingCents, 'pending'],
    ['overdue', totals.overdueCents, 'overdue'],
    ['paid', totals.paidCents, 'paid'],
  ] as const
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {cards.map(([name, cents, view]) => (
        <MetricCard
          key={name}
          label={t(`totals.${name}`)}
          value={formatMoney(cents, language)}
          definition={t(`totals.${name}How`)}
          href={expensesHref(filters, { view })}
        />
      ))}
    </div>
  )
}

/** The same total by kind of expense; each leads to its rows. */
export function KindTotals({ list: { filters, totals } }: { list: ExpenseFrame }) {
  const t = useTranslations('expenses')
  const language = useLocale()
  const sums = { fixed: totals.fixedCents, variable: totals.variableCents, tax: totals.taxCents }
  return (
    <dl aria-label={t('kindTotals.label')} className="-mt-1 mb-4 flex flex-wrap gap-x-6 gap-y-1 text-[13px]">
      {expenseKinds.map((kind) => (
        <div key={kind} className="flex items-center gap-2">
          <dt className="text-ink-2">
            <Link href={expensesHref(filters, { kind })} className="text-inherit underline-offset-2 hover:underline">
              {t(`kinds.${kind}`)}
            </Link>
          </dt>
          <dd className="font-medium tabular-nums">{formatMoney(sums[kind], language)}</dd>
        </div>
      ))}
    </dl>
  )
}

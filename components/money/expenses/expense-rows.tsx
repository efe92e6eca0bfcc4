import { useLocale, useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Pagination } from '@/components/ui/pagination'
import { Tabs } from '@/components/ui/tabs'
import { expensesHref, expenseViews, isFiltered } from '@/lib/money/expenses/filters'
import type { ExpenseFrame, ExpenseList } from '@/lib/money/expenses/views'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { clearedHref } from './expense-tools'

export function ExpenseTabs({ list: { filters, counts } }: { list: ExpenseFrame }) {
  const t = useTranslations('expenses')
  const language = useLocale()
  return (
    <Tabs
      label={t('views.label')}
      tabs={[null, ...expenseViews].map((view) => ({
        label: t(`views.${view ?? 'all'}`),
        count: formatNumber(counts[view ?? 'all'], language),
        href: expensesHref(filters, { view }),
        active: filters.view === view,
      }))}
    />
  )
}

export function NothingFound({ list: { filters } }: { list: ExpenseFrame }) {
  const t = useTranslations('expenses')
  const common = useTranslations('common')
  const filtered = isFiltered(filters)
  return (
    <EmptyState
      kind="none"
      className="border-t border-line"
      title={filtered || !filters.view ? undefined : t(`none.${filters.view}`)}
      text={filtered ? undefined : t('none.text')}
      action={filtered && <ButtonLink href={clearedHref(filters)}>{common('clearAll')}</ButtonLink>}
    />
  )
}

export function ExpensePages({ list: { filters, page, matching } }: { list: ExpenseList }) {
  const t = useTranslations('expenses')
  const language = useLocale()
  return (
    <Pagination
      previousHref={page.previous && expensesHref(filters, { before: page.previous })}
      nextHref={page.next && expensesHref(filters, { after: page.next })}
      summary={
        <>
          <span>{t('count', { count: Number(matching.count) })}</span>
          <span>{t('sum', { amount: formatMoney(matching.totalCents, language) })}</span>
        </>
      }
    />
  )
}

import { TagIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { ButtonLink, buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { PageHeader } from '@/components/ui/page-header'
import Link from 'next/link'
import { calendarHref } from '@/lib/money/expenses/calendar'
import { expensesHref, openHref } from '@/lib/money/expenses/filters'
import type { ExpenseFrame, ExpenseList } from '@/lib/money/expenses/views'
import { ExpenseDrawer } from './expense-drawer'
import { ExpensePages, ExpenseTabs, NothingFound } from './expense-rows'
import { ExpenseTools } from './expense-tools'
import { ExpenseTotals, KindTotals } from './expense-totals'
import { FirstExpense, NewExpense } from './expenses-screen'
import { PickedExpenses } from './picked-expenses'

/** Every expense of the company, with whose it is, what repeats and what was split. */
export function CompanyExpensesScreen({ list }: { list: ExpenseList }) {
  if (list.counts.all === 0n) return <FirstExpense list={list} />
  return (
    <>
      <CompanyExpensesHeader list={list} mode="list" />
      <ExpenseTotals list={list} />
      <KindTotals list={list} />
      <ExpenseTabs list={list} />
      <Card flush>
        <ExpenseTools list={list} full />
        {list.page.rows.length > 0 ? <PickedExpenses list={list} /> : <NothingFound list={list} />}
        <ExpensePages list={list} />
      </Card>
      <ExpenseDrawer list={list} />
    </>
  )
}

export function CompanyExpensesHeader({ list, mode }: { list: ExpenseFrame; mode: 'list' | 'calendar' }) {
  const t = useTranslations('expenses')
  const { filters, today, canWrite } = list
  const withoutMonth = { ...filters, period: null, from: null, to: null }
  const modes = [
    ['list', mode === 'list' ? expensesHref(filters) : expensesHref(withoutMonth)],
    ['calendar', calendarHref(filters, filters.from ?? today)],
  ] as const
  return (
    <PageHeader
      title={t('title')}
      actions={
        <>
          <nav aria-label={t('modes.label')} className="flex gap-0.5 rounded-control bg-sunken p-0.5">
            {modes.map(([name, href]) => (
              <Link
                key={name}
                href={href}
                aria-current={name === mode ? 'page' : undefined}
                className={classNames(
                  buttonClass({ size: 'sm', variant: 'ghost' }),
                  name === mode && 'bg-surface! text-ink! shadow-card',
                )}
              >
                {t(`modes.${name}`)}
              </Link>
            ))}
          </nav>
          {canWrite && mode === 'list' && (
            <ButtonLink href={openHref(filters, { categories: '1' })} scroll={false}>
              <TagIcon aria-hidden />
              {t('categories.manage')}
            </ButtonLink>
          )}
          {mode === 'list' && <ExportButton kind="expenses" />}
          <NewExpense list={list} />
        </>
      }
    />
  )
}

import { PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { ExportButton } from '@/components/insight/exports/export-button'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { companyExpensesPath, openHref } from '@/lib/money/expenses/filters'
import type { ExpenseFrame, ExpenseList } from '@/lib/money/expenses/views'
import { ExpenseDrawer } from './expense-drawer'
import { ExpensePages, ExpenseTabs, NothingFound } from './expense-rows'
import { ExpenseTable } from './expense-table'
import { ExpenseTools } from './expense-tools'
import { ExpenseTotals } from './expense-totals'

/** The quick list, with its form; the company's full view is one link away. */
export function ExpensesScreen({ list }: { list: ExpenseList }) {
  const t = useTranslations('expenses')
  if (list.counts.all === 0n) return <FirstExpense list={list} />
  return (
    <>
      <PageHeader
        title={t('title')}
        description={
          <Link href={companyExpensesPath} className="text-accent-text underline-offset-2 hover:underline">
            {t('full')}
          </Link>
        }
        actions={
          <>
            <ExportButton kind="expenses" />
            <NewExpense list={list} />
          </>
        }
      />
      <ExpenseTotals list={list} />
      <ExpenseTabs list={list} />
      <Card flush>
        <ExpenseTools list={list} />
        {list.page.rows.length > 0 ? <ExpenseTable list={list} /> : <NothingFound list={list} />}
        <ExpensePages list={list} />
      </Card>
      <ExpenseDrawer list={list} />
    </>
  )
}

export function NewExpense({ list: { canWrite, filters } }: { list: ExpenseFrame }) {
  const t = useTranslations('expenses')
  if (!canWrite) return null
  return (
    <ButtonLink variant="primary" href={openHref(filters, { new: '1' })} scroll={false}>
      <PlusIcon aria-hidden />
      {t('new')}
    </ButtonLink>
  )
}

export function FirstExpense({ list }: { list: ExpenseFrame }) {
  const t = useTranslations('expenses')
  return (
    <>
      <PageHeader title={t('title')} />
      <Card>
        <EmptyState
          kind="first"
          title={t('first.title')}
          text={list.canWrite ? t('first.text') : t('first.reader')}
          action={<NewExpense list={list} />}
        />
      </Card>
      <ExpenseDrawer list={list} />
    </>
  )
}

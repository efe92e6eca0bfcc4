import { PlusIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { ExportButton } from '@/components/exports/export-button'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterChips } from '@/components/ui/filter-chips'
import { FilterSelect } from '@/components/ui/filter-select'
import { MetricCard } from '@/components/ui/metric-card'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { SearchInput } from '@/components/ui/search-input'
import { Tabs } from '@/components/ui/tabs'
import { dueText, expensesHref, expenseViews, isFiltered, openHref, type ExpenseFilters } from '@/lib/expenses/filters'
import { expenseKinds } from '@/lib/expenses/schema'
import type { ExpenseList } from '@/lib/expenses/views'
import { formatMoney, formatNumber } from '@/lib/money'
import { DueFilter } from './due-filter'
import { ExpenseDrawer } from './expense-drawer'
import { ExpenseTable } from './expense-table'

export function ExpensesScreen({ list }: { list: ExpenseList }) {
  const t = useTranslations('expenses')
  const { filters, page, matching, counts, canWrite } = list
  const language = useLocale()
  const create = canWrite && (
    <ButtonLink variant="primary" href={openHref(filters, { new: '1' })} scroll={false}>
      <PlusIcon aria-hidden />
      {t('new')}
    </ButtonLink>
  )
  if (counts.all === 0n) {
    return (
      <>
        <PageHeader title={t('title')} />
        <Card>
          <EmptyState
            kind="first"
            title={t('first.title')}
            text={canWrite ? t('first.text') : t('first.reader')}
            action={create}
          />
        </Card>
        <ExpenseDrawer list={list} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <ExportButton kind="expenses" />
            {create}
          </>
        }
      />
      <Totals list={list} />
      <Tabs
        label={t('views.label')}
        tabs={[null, ...expenseViews].map((view) => ({
          label: t(`views.${view ?? 'all'}`),
          count: formatNumber(counts[view ?? 'all'], language),
          href: expensesHref(filters, { view }),
          active: filters.view === view,
        }))}
      />
      <Card flush>
        <ListTools list={list} />
        {page.rows.length > 0 ? <ExpenseTable list={list} /> : <NothingFound filters={filters} />}
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
      </Card>
      <ExpenseDrawer list={list} />
    </>
  )
}

/** Of what the filters match; each card leads to the rows that add up to it. */
function Totals({ list: { filters, totals } }: { list: ExpenseList }) {
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

function ListTools({ list: { filters, today } }: { list: ExpenseList }) {
  const t = useTranslations('expenses')
  const language = useLocale()
  const due = dueText(filters, language)
  const chips = [
    filters.kind && { label: t(`kinds.${filters.kind}`), href: expensesHref(filters, { kind: null }) },
    due && {
      label: t('dueChip', { range: filters.period ? t(`due.${filters.period}`) : due }),
      href: expensesHref(filters, { period: null, from: null, to: null }),
    },
    filters.q && { label: t('searched', { text: filters.q }), href: expensesHref(filters, { q: '' }) },
  ].filter((chip) => !!chip)
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 p-3">
      <SearchInput label={t('search')} className="basis-56" />
      <FilterSelect
        param="kind"
        label={t('kind')}
        allLabel={t('anyKind')}
        options={expenseKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <DueFilter filters={filters} today={today} />
      <div className="basis-full empty:hidden">
        <FilterChips chips={chips} clearHref={clearedHref(filters)} />
      </div>
    </div>
  )
}

const clearedHref = (filters: ExpenseFilters) =>
  expensesHref(filters, { q: '', kind: null, period: null, from: null, to: null })

function NothingFound({ filters }: { filters: ExpenseFilters }) {
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

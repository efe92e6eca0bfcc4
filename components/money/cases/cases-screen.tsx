import { XMarkIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { ButtonLink, buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterFold } from '@/components/ui/filter-fold'
import { FilterSelect } from '@/components/ui/filter-select'
import { RecordFilter } from '@/components/ui/record-filter'
import { Pagination } from '@/components/ui/pagination'
import { SearchInput } from '@/components/ui/search-input'
import { Tabs } from '@/components/ui/tabs'
import { casesHref, caseTabs, isFiltered, tabStates, type CaseFilters } from '@/lib/money/cases/filters'
import { casesPath, reconciliationPath } from '@/lib/money/cases/tabs'
import { causes } from '@/lib/money/cases/schema'
import type { CaseQueue } from '@/lib/money/cases/views'
import { formatMonth } from '@/lib/core/dates'
import { formatNumber, formatMoney } from '@/lib/core/money'
import { CasePicks, PickAllCases } from './case-picks'
import { CaseTable } from './case-table'
import { MetricCard } from '@/components/ui/metric-card'

export function CasesScreen({ queue }: { queue: CaseQueue }) {
  const t = useTranslations('cases')
  const common = useTranslations('common')
  const { filters, page } = queue
  const filtered = isFiltered(filters)
  return (
    <>
      <CaseTotals queue={queue} />
      <Card flush>
        <QueueTabs queue={queue} />
        <FilterBar queue={queue} />
        {page.rows.length === 0 ? (
          <EmptyState
            kind={filtered ? 'none' : 'first'}
            title={filtered ? undefined : t(`empty.${filters.tab}.title`)}
            text={filtered ? undefined : t(`empty.${filters.tab}.text`)}
            action={
              filtered ? (
                <ButtonLink href={casesPath}>{common('clearAll')}</ButtonLink>
              ) : (
                filters.tab === 'todo' && <ButtonLink href={reconciliationPath}>{t('empty.action')}</ButtonLink>
              )
            }
            className="border-t border-line"
          />
        ) : (
          <>
            <Rows queue={queue} />
            {(page.previous ?? page.next) !== null && (
              <Pagination
                previousHref={page.previous && casesHref(filters, { before: page.previous })}
                nextHref={page.next && casesHref(filters, { after: page.next })}
              />
            )}
          </>
        )}
      </Card>
    </>
  )
}

/** Only cases that wait to be filed are picked, by people who may decide. */
function Rows({ queue }: { queue: CaseQueue }) {
  if (!queue.canDecide || queue.filters.tab !== 'todo') return <CaseTable queue={queue} />
  return (
    <CasePicks rows={queue.page.rows}>
      <PickAllCases shown="cards" />
      <CaseTable queue={queue} isPicking />
    </CasePicks>
  )
}

function QueueTabs({ queue: { filters, counts } }: { queue: CaseQueue }) {
  const t = useTranslations('cases.tabs')
  const language = useLocale()
  const tabs = caseTabs.map((tab) => ({
    href: casesHref(filters, { tab }),
    label: t(tab),
    count: formatNumber(counts[tab], language),
    active: filters.tab === tab,
  }))
  return <Tabs label={t('label')} tabs={tabs} className="mt-1 mb-0! px-2" />
}

function FilterBar({ queue: { filters, shops, owners, listed } }: { queue: CaseQueue }) {
  const t = useTranslations('cases')
  const names = useTranslations('reconciliation.causes')
  const states = useTranslations('cases.states')
  const language = useLocale()
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3">
      <SearchInput label={t('search')} className="max-sm:basis-full sm:max-w-80 sm:basis-48" />
      <FilterFold
        count={
          [filters.cause, filters.state, filters.shop, filters.owner, filters.month, filters.soon].filter(Boolean)
            .length
        }
      >
        <FilterSelect
          param="cause"
          label={t('cause')}
          allLabel={t('allCauses')}
          options={causes.map((value) => ({ value, label: names(value) }))}
        />
        {tabStates[filters.tab].length > 1 && (
          <FilterSelect
            param="state"
            label={t('state')}
            allLabel={t('allStates')}
            options={tabStates[filters.tab].map((value) => ({ value, label: states(value) }))}
          />
        )}
        <RecordFilter param="shop" label={t('shop')} allLabel={t('allShops')} records={shops} />
        {owners.length > 1 && (
          <FilterSelect
            param="owner"
            label={t('owner')}
            allLabel={t('allOwners')}
            options={owners.map(({ userId, displayName }) => ({ value: userId, label: displayName }))}
          />
        )}
        {filters.month && (
          <Link
            href={casesHref(filters, { month: null })}
            scroll={false}
            className={classNames(buttonClass({}), 'bg-accent-soft! text-accent-text!')}
          >
            {t('openedIn', { month: formatMonth(filters.month, language) })}
            <XMarkIcon aria-hidden className="size-3.5 stroke-2" />
          </Link>
        )}
        {filters.tab === 'todo' && (
          <Link
            href={casesHref(filters, { soon: !filters.soon })}
            scroll={false}
            aria-current={filters.soon || undefined}
            className={classNames(buttonClass({}), filters.soon && 'bg-accent-soft! text-accent-text!')}
          >
            {t('soon')}
          </Link>
        )}
      </FilterFold>
      <Listed listed={listed} />
    </div>
  )
}

/** The figure that led here is repeated above the rows. */
function Listed({ listed: { cases, askedCents, recoveredCents } }: Pick<CaseQueue, 'listed'>) {
  const t = useTranslations('cases.totals')
  const language = useLocale()
  return (
    <p className="ml-auto flex flex-wrap gap-x-3 text-[13px] text-ink-2 tabular-nums">
      <span>{t('cases', { count: cases })}</span>
      <span>{t('asked', { amount: formatMoney(askedCents, language) })}</span>
      {recoveredCents > 0n && <span>{t('back', { amount: formatMoney(recoveredCents, language) })}</span>}
    </p>
  )
}

const shown = [
  ['todo', { tab: 'todo' }],
  ['pending', { tab: 'waiting' }],
  ['recovered', { tab: 'closed', state: 'paid' }],
  ['lost', { tab: 'closed', state: 'expired' }],
] as const satisfies readonly [keyof CaseQueue['totals'], Partial<CaseFilters>][]

/** The totals of the queue's filter, without the step of the work; each leads to its cases. */
function CaseTotals({ queue: { totals, filters } }: { queue: CaseQueue }) {
  const t = useTranslations('cases.totals')
  const language = useLocale()
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {shown.map(([name, changes]) => (
        <MetricCard
          key={name}
          label={t(name)}
          value={formatMoney(totals[name].cents, language)}
          href={casesHref(filters, { state: null, soon: false, ...changes })}
          note={t('cases', { count: totals[name].cases })}
        />
      ))}
    </div>
  )
}

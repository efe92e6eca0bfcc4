import { ArrowUpTrayIcon, ListBulletIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { NewOrders } from '@/components/sales/orders/new-orders'
import { KeepFresh } from '@/components/insight/exports/keep-fresh'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterChips } from '@/components/ui/filter-chips'
import { Pagination } from '@/components/ui/pagination'
import { Tabs } from '@/components/ui/tabs'
import {
  dispatchHref,
  dispatchQuery,
  isFiltered,
  deadlines,
  methodFilters,
  orderKinds,
  type DispatchFilters,
} from '@/lib/sales/dispatch/filters'
import { centralPath, dispatchStages, invoicesPath, pickingPath } from '@/lib/sales/dispatch/schema'
import type { DispatchList } from '@/lib/sales/dispatch/views'
import { formatNumber } from '@/lib/core/money'
import { DispatchTable } from './dispatch-table'
import { PrepareDay } from './prepare-day'
import { RunsCard } from './runs-card'
import { UrgentCard } from './urgent-card'
import { FilterFold } from '@/components/ui/filter-fold'
import { FilterSelect } from '@/components/ui/filter-select'
import { RecordFilter } from '@/components/ui/record-filter'
import { SearchInput } from '@/components/ui/search-input'

/** The tax office may answer long after the run that sent an invoice has ended. */
const VERDICT_MS = 5000

type DispatchScreenProps = { list: DispatchList; timeZone: string }

export function DispatchScreen({ list, timeZone }: DispatchScreenProps) {
  const t = useTranslations('dispatch')
  const { filters, page, counts } = list
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const isEmpty = total === 0 && !isFiltered(filters)
  return (
    <div className="grid min-w-0 gap-3">
      {page.rows.some(({ invoiceState }) => invoiceState === 'sent') && <KeepFresh everyMs={VERDICT_MS} />}
      {!filters.after && !filters.before && <NewOrders since={list.now.toISOString()} />}
      {list.urgent.length > 0 && <UrgentCard list={list} timeZone={timeZone} />}
      {list.runs.length > 0 && (
        <RunsCard key={list.runs[0]?.id} runs={list.runs} canRetry={list.canShip} now={list.now} />
      )}
      {isEmpty ? (
        <Card>
          <EmptyState kind="first" title={t('list.firstTitle')} text={t('list.firstText')} />
        </Card>
      ) : (
        <Card flush>
          <h2 className="sr-only">{t('list.title')}</h2>
          <StageTabs list={list} total={total} />
          <DispatchFilterBar list={list} />
          {page.rows.length === 0 ? (
            <EmptyState
              kind="none"
              level={3}
              title={t('list.noneTitle')}
              text={t('list.noneText')}
              action={<ClearFilters />}
              className="border-t border-line"
            />
          ) : (
            <>
              <DispatchTable
                key={dispatchQuery(filters)}
                list={list}
                query={dispatchQuery(filters)}
                total={filters.stage ? counts[filters.stage] : total}
                timeZone={timeZone}
              />
              {(page.previous ?? page.next) && (
                <Pagination
                  previousHref={page.previous && dispatchHref(filters, { before: page.previous })}
                  nextHref={page.next && dispatchHref(filters, { after: page.next })}
                />
              )}
            </>
          )}
        </Card>
      )}
    </div>
  )
}

const noFilter = {
  q: '',
  stage: null,
  due: null,
  shop: null,
  method: null,
  kind: null,
  product: null,
  carrier: null,
  run: null,
  after: null,
  before: null,
}

function HeaderLinks({ list: { filters, canShip, unmatched } }: { list: DispatchList }) {
  const t = useTranslations('dispatch')
  const query = dispatchQuery(filters)
  return (
    <>
      <ButtonLink href={query ? `${pickingPath}?${query}` : pickingPath}>
        <ListBulletIcon aria-hidden />
        <span className="max-sm:sr-only">{t('bulk.picking')}</span>
      </ButtonLink>
      {canShip && (
        <ButtonLink href={invoicesPath}>
          <ArrowUpTrayIcon aria-hidden />
          <span className="max-sm:sr-only">{t('bulk.uploadLink')}</span>
          {unmatched > 0 && <span className="tabular-nums">{`(${unmatched})`}</span>}
        </ButtonLink>
      )}
      {canShip && <PrepareDay query={query} />}
    </>
  )
}

function StageTabs({ list: { filters, counts }, total }: { list: DispatchList; total: number }) {
  const t = useTranslations('dispatch.stages')
  const language = useLocale()
  const tabs = dispatchStages.map((stage) => ({
    href: dispatchHref(filters, { stage }),
    label: t(stage === 'label' ? 'label_' : stage),
    count: formatNumber(counts[stage], language),
    active: filters.stage === stage,
  }))
  const all = {
    href: dispatchHref(filters, { stage: null }),
    label: t('all'),
    count: formatNumber(total, language),
    active: filters.stage === null,
  }
  return <Tabs label={t('label')} tabs={[all, ...tabs]} className="mt-1 mb-0! px-2" />
}

function ClearFilters() {
  const common = useTranslations('common')
  return <ButtonLink href={centralPath}>{common('clearAll')}</ButtonLink>
}

/** One row of tools above the list: search, what is on, the filters behind their button, and the actions. */
function DispatchFilterBar({ list }: { list: DispatchList }) {
  const t = useTranslations('dispatch.filters')
  const { shops, filters } = list
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 px-4 py-3">
      <SearchInput label={t('search')} className="max-sm:basis-40 max-sm:grow sm:max-w-72 sm:basis-48" />
      <FilterChips chips={useDispatchChips(list)} clearHref={dispatchHref({ ...noFilter, stage: filters.stage })} />
      <FilterFold count={[filters.due, filters.shop, filters.method, filters.kind].filter(Boolean).length} always>
        <FilterSelect
          param="due"
          label={t('due')}
          allLabel={t('allDue')}
          options={deadlines.map((value) => ({ value, label: t(`dues.${value}`) }))}
        />
        <RecordFilter param="shop" label={t('shop')} allLabel={t('allShops')} records={shops} />
        <FilterSelect
          param="method"
          label={t('method')}
          allLabel={t('allMethods')}
          options={methodFilters.map((value) => ({ value, label: t(`methods.${value}`) }))}
        />
        <FilterSelect
          param="kind"
          label={t('kind')}
          allLabel={t('allKinds')}
          options={orderKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
      </FilterFold>
      <span className="flex flex-wrap gap-2 max-sm:basis-full sm:ml-auto">
        <HeaderLinks list={list} />
      </span>
    </div>
  )
}

/** One for each filter that is on, leading to the list without it. */
function useDispatchChips({ filters, shops }: DispatchList): { label: string; href: string }[] {
  const t = useTranslations('dispatch.filters')
  const { q, due, shop, method, kind, product, carrier, run } = filters
  const chip = (label: string, changes: Partial<DispatchFilters>) => ({ label, href: dispatchHref(filters, changes) })
  return [
    q && chip(t('code', { text: q }), { q: '' }),
    due && chip(t(`dues.${due}`), { due: null }),
    shop && chip(shops.find(({ id }) => id === shop)?.name ?? '—', { shop: null }),
    method && chip(t(`methods.${method}`), { method: null }),
    kind && chip(t(`kinds.${kind}`), { kind: null }),
    product && chip(t('oneProduct'), { product: null }),
    carrier && chip(t('carrier', { text: carrier }), { carrier: null }),
    run && chip(t('run'), { run: null }),
  ].filter((one) => one !== null && one !== '')
}

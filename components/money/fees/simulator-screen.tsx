import { useLocale, useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterChips } from '@/components/ui/filter-chips'
import { FilterFold } from '@/components/ui/filter-fold'
import { FilterSelect } from '@/components/ui/filter-select'
import { RecordFilter } from '@/components/ui/record-filter'
import { MetricCard } from '@/components/ui/metric-card'
import { Pagination } from '@/components/ui/pagination'
import { SearchInput } from '@/components/ui/search-input'
import { SumsPending } from '@/components/ui/sums-pending'
import { WhenReady } from '@/components/ui/when-ready'
import { formatDay } from '@/lib/core/dates'
import { simulationShows, simulatorHref } from '@/lib/money/fees/simulation-filters'
import type { SimulationSums } from '@/lib/money/fees/simulation'
import type { SimulationView } from '@/lib/money/fees/simulation-views'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { DraftForm } from './draft-form'
import { SimulatedTable } from './simulated-table'

type SimulatorProps = { view: SimulationView; sums: Promise<SimulationSums> }

/** "The rules change on that day": what is left of each listing's price before and after. */
export function SimulatorScreen({ view, sums }: SimulatorProps) {
  const t = useTranslations('fees.simulator')
  const language = useLocale()
  const { filters, scenario, page, rules, today } = view
  if (!scenario) return <EmptyState kind="none" title={t('noRule')} text={t('noneText')} className="py-16" />
  const { base, day } = scenario
  const isFiltered = filters.q !== '' || filters.shop !== null || filters.show !== null
  return (
    <>
      <Card flush className="mb-4">
        <CardHeader title={t('title')} description={t('text')} className="p-4 pb-0" />
        <DraftForm
          key={simulatorHref({ ...filters, show: null, shop: null, q: '' })}
          filters={filters}
          rules={rules.map(({ id, name, bands }) => ({ id, name, bands }))}
          chosen={{ id: base.id, bands: scenario.rule.bands, day }}
          today={today}
        />
        <p className="p-4 text-[13px] text-ink-2">
          {t('scenario', { rule: base.name, day: formatDay(day, language) })}
          {isSame(view) && ` ${t('same')}`} {t('leftOut')}
        </p>
      </Card>
      <WhenReady key={simulatorHref(filters)} promise={sums} fallback={<Sums filters={filters} sums={null} />}>
        {(all) => <Sums filters={filters} sums={all} />}
      </WhenReady>
      <Card flush>
        <Tools view={view} />
        {page.rows.length > 0 ? (
          <SimulatedTable rows={view.page.rows} shops={view.shops} />
        ) : (
          <EmptyState
            kind="none"
            className="border-t border-line"
            {...(isFiltered ? { title: t('noResult') } : { title: t('none'), text: t('noneText') })}
          />
        )}
        <Pagination
          previousHref={page.previous && simulatorHref(filters, { before: page.previous })}
          nextHref={page.next && simulatorHref(filters, { after: page.next })}
          summary={
            <WhenReady key={simulatorHref(filters)} promise={sums} fallback={<SumsPending />}>
              {(all) => t('count', { count: Number(all[filters.show ?? 'listings']) })}
            </WhenReady>
          }
        />
      </Card>
    </>
  )
}

const isSame = ({ scenario, filters }: SimulationView) =>
  filters.bands === null &&
  scenario !== null &&
  scenario.changes.every(({ before, after }) => before.rule.id === after.rule.id)

/** Without sums each card keeps its place for its own. */
function Sums({ filters, sums }: { filters: SimulationView['filters']; sums: SimulationSums | null }) {
  const t = useTranslations('fees.simulator')
  const language = useLocale()
  return (
    <div className="mb-4 grid gap-3 min-[360px]:grid-cols-2 lg:grid-cols-4">
      {simulationShows.map((show) => (
        <MetricCard
          key={show}
          label={t(show)}
          pending={!sums}
          value={sums && formatNumber(sums[show], language)}
          definition={t(`${show}How`)}
          href={simulatorHref(filters, { show })}
        />
      ))}
      <MetricCard
        label={t('effect')}
        pending={!sums}
        value={sums && formatMoney(sums.changeCents, language)}
        definition={t('effectHow')}
        href={simulatorHref(filters, { show: null })}
      />
    </div>
  )
}

function Tools({ view: { filters, shops } }: { view: SimulationView }) {
  const t = useTranslations('fees.simulator')
  const chips = [
    filters.show && { label: t(`shows.${filters.show}`), href: simulatorHref(filters, { show: null }) },
    filters.q && { label: t('searched', { text: filters.q }), href: simulatorHref(filters, { q: '' }) },
  ].filter((chip) => !!chip)
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 p-3">
      <SearchInput label={t('search')} className="max-md:basis-full md:basis-56" />
      <FilterFold count={[filters.show, filters.shop].filter(Boolean).length}>
        <FilterSelect
          param="show"
          label={t('show')}
          allLabel={t('showAll')}
          options={simulationShows.map((value) => ({ value, label: t(`shows.${value}`) }))}
        />
        <RecordFilter param="shop" label={t('shop')} allLabel={t('allShops')} records={shops} />
      </FilterFold>
      <span className="ml-auto">
        <ExportButton kind="simulation" />
      </span>
      <div className="basis-full empty:hidden">
        <FilterChips chips={chips} clearHref={simulatorHref(filters, { q: '', show: null, shop: null })} />
      </div>
    </div>
  )
}

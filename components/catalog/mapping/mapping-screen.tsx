import { useLocale, useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterFold } from '@/components/ui/filter-fold'
import { FilterSelect } from '@/components/ui/filter-select'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { SearchInput } from '@/components/ui/search-input'
import { Tabs } from '@/components/ui/tabs'
import { listingStates, mappingHref, mappingTabs } from '@/lib/catalog/mapping/filters'
import type { MappingView, Suggestions } from '@/lib/catalog/mapping/views'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { AcceptBySku } from './accept-by-sku'
import { ListingTable } from './listing-table'
import { ProductsBanner } from './products-banner'
import { RunCard } from './run-card'
import { SheetButton } from './sheet-button'

type MappingScreenProps = { view: MappingView; suggestions: Promise<Suggestions>; timeZone: string }

export function MappingScreen({ view, suggestions, timeZone }: MappingScreenProps) {
  const t = useTranslations('mapping')
  const language = useLocale()
  const { filters, page, counts, run } = view
  if (counts.mapped + counts.unmapped === 0n && !view.filtered) return <FirstUse />
  const totals = { unmapped: counts.unmapped, mapped: counts.mapped, all: counts.mapped + counts.unmapped }
  return (
    <>
      <PageHeader
        title={t('title')}
        description={
          counts.unmapped === 0n
            ? t('allMapped')
            : counts.stakeCents === null
              ? t('unmappedText')
              : t('atStake', { amount: formatMoney(counts.stakeCents, language) })
        }
        actions={
          <>
            {counts.stakeCents !== null && (
              <ButtonLink href="/dashboard/shopee/mesa-de-precos">{t('prices')}</ButtonLink>
            )}
            <SheetButton query={mappingHref(filters).split('?')[1] ?? ''} />
          </>
        }
      />
      {run && <RunCard key={run.id} run={run} today={view.today} />}
      <Tabs
        label={t('views')}
        tabs={mappingTabs.map((tab) => ({
          label: t(`tabs.${tab}`),
          count: formatNumber(totals[tab], language),
          href: mappingHref(filters, { tab }),
          active: filters.tab === tab,
        }))}
        className="mb-3!"
      />
      {filters.tab !== 'mapped' && (
        <div className="mb-3 grid gap-1 rounded-card border border-line bg-accent-soft px-4 py-1.5 empty:hidden">
          {counts.bySku > 0n && <AcceptBySku count={Number(counts.bySku)} shopId={filters.shopId} today={view.today} />}
          {view.rights.createKit && counts.open > counts.bySku && (
            <ProductsBanner count={Number(counts.open)} shopId={filters.shopId} />
          )}
        </div>
      )}
      <Card flush>
        <div className="flex flex-wrap items-center gap-2 px-4 py-2.5">
          <SearchInput label={t('search')} className="max-md:basis-full md:basis-56" />
          <FilterFold count={[filters.shopId, filters.state].filter(Boolean).length}>
            <FilterSelect
              param="shop"
              label={t('shop')}
              allLabel={t('anyShop')}
              options={view.shops.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <FilterSelect
              param="state"
              label={t('state')}
              allLabel={t('anyState')}
              options={listingStates.map((value) => ({ value, label: t(`states.${value}`) }))}
            />
          </FilterFold>
        </div>
        {page.rows.length > 0 ? (
          <ListingTable
            rows={page.rows}
            suggestions={suggestions}
            isOpen={filters.tab !== 'mapped'}
            showsStake={filters.tab !== 'mapped' && view.counts.stakeCents !== null}
            rights={view.rights}
            today={view.today}
            timeZone={timeZone}
          />
        ) : (
          <NothingFound view={view} />
        )}
        <Pagination
          previousHref={page.previous && mappingHref(filters, { before: page.previous })}
          nextHref={page.next && mappingHref(filters, { after: page.next })}
          summary={<span>{t('count', { count: Number(counts.matching) })}</span>}
        />
      </Card>
    </>
  )
}

function FirstUse() {
  const t = useTranslations('mapping')
  return (
    <>
      <PageHeader title={t('title')} />
      <Card>
        <EmptyState
          kind="first"
          title={t('first.title')}
          text={t('first.text')}
          action={
            <>
              <ButtonLink variant="primary" href="/dashboard/shops">
                {t('first.connect')}
              </ButtonLink>
              <ButtonLink href="/dashboard/orders/import">{t('first.import')}</ButtonLink>
            </>
          }
        />
      </Card>
    </>
  )
}

function NothingFound({ view: { filters, filtered } }: { view: MappingView }) {
  const t = useTranslations('mapping')
  const common = useTranslations('common')
  const clear = mappingHref({ ...filters, q: '', shopId: null, state: null })
  if (filtered)
    return (
      <EmptyState
        kind="none"
        className="border-t border-line"
        action={<ButtonLink href={clear}>{common('clearAll')}</ButtonLink>}
      />
    )
  const tab = filters.tab === 'unmapped' ? 'unmapped' : 'mapped'
  return (
    <EmptyState
      kind="none"
      title={t(`none.${tab}.title`)}
      text={t(`none.${tab}.text`)}
      className="border-t border-line"
    />
  )
}

import { useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterChips } from '@/components/ui/filter-chips'
import { FilterFold } from '@/components/ui/filter-fold'
import { FilterSelect } from '@/components/ui/filter-select'
import { Pagination } from '@/components/ui/pagination'
import { SearchInput } from '@/components/ui/search-input'
import { Skeleton } from '@/components/ui/skeleton'
import { SumsPending } from '@/components/ui/sums-pending'
import { WhenReady } from '@/components/ui/when-ready'
import { isFiltered, productsHref, productsPath, stockStates } from '@/lib/catalog/products/filters'
import { countsPath } from '@/lib/catalog/warehouse/count-schema'
import type { StockTotals } from '@/lib/catalog/warehouse/levels'
import { levelSorts, levelsHref } from '@/lib/catalog/warehouse/level-filters'
import type { LevelList } from '@/lib/catalog/warehouse/views'
import { LevelTable } from './level-table'
import { StockCount, StockTotalsLine } from './stock-totals'

type LevelsScreenProps = { list: LevelList; totals: Promise<StockTotals> }

export function LevelsScreen({ list, totals }: LevelsScreenProps) {
  const { filters, page, hasProducts } = list
  if (!hasProducts) return <FirstUse canWrite={list.rights.write} />
  return (
    <Card flush>
      <Tools list={list} totals={totals} />
      {page.rows.length > 0 ? <Levels list={list} /> : <NothingFound list={list} />}
      <Pagination
        previousHref={page.previous && levelsHref(filters, { before: page.previous })}
        nextHref={page.next && levelsHref(filters, { after: page.next })}
        summary={
          <WhenReady key={levelsHref(filters)} promise={totals} fallback={<SumsPending />}>
            {(sums) => <StockTotalsLine sums={sums} />}
          </WhenReady>
        }
      />
    </Card>
  )
}

function Levels({ list: { filters, page, rights, shops } }: { list: LevelList }) {
  const t = useTranslations('products')
  const kit = useTranslations('mapping.kit')
  const words = {
    product: t('product'),
    onHand: t('onHand'),
    reserved: t('reserved'),
    available: t('available'),
    noCost: t('noCost'),
    kit: kit('badge'),
  }
  return <LevelTable rows={page.rows} filters={filters} rights={rights} shops={shops} words={words} />
}

function Tools({ list: { filters, rights }, totals }: LevelsScreenProps) {
  const t = useTranslations('warehouse.levels')
  const products = useTranslations('products')
  const chips = [
    filters.stock && {
      label: products(`stockStates.${filters.stock}`),
      href: levelsHref(filters, { stock: null }),
    },
    filters.withoutCost && { label: products('withoutCost'), href: levelsHref(filters, { withoutCost: false }) },
    filters.elsewhere && { label: t('elsewhere'), href: levelsHref(filters, { elsewhere: false }) },
    filters.archived && { label: products('archived'), href: levelsHref(filters, { archived: false }) },
    filters.q && { label: products('searched', { text: filters.q }), href: levelsHref(filters, { q: '' }) },
  ].filter((chip) => !!chip)
  const query = productsHref(filters).split('?')[1]
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 p-3">
      <SearchInput
        label={products('search')}
        placeholder={products('searchHint')}
        className="max-md:basis-full md:basis-56"
      />
      <FilterFold count={chips.length - (filters.q ? 1 : 0)}>
        <FilterSelect
          param="stock"
          label={products('stock')}
          allLabel={products('anyStock')}
          options={stockStates.map((value) => ({ value, label: products(`stockStates.${value}`) }))}
        />
        <FilterSelect
          param="place"
          label={t('place')}
          allLabel={t('anyPlace')}
          options={[{ value: 'elsewhere', label: t('elsewhere') }]}
        />
        {rights.money && (
          <FilterSelect
            param="cost"
            label={products('cost')}
            allLabel={products('anyCost')}
            options={[{ value: 'missing', label: products('withoutCost') }]}
          />
        )}
        <FilterSelect
          param="status"
          label={products('views')}
          allLabel={products('active')}
          options={[{ value: 'archived', label: products('archived') }]}
        />
      </FilterFold>
      <FilterSelect
        param="sort"
        label={products('sort')}
        allLabel={products('sorts.title')}
        options={levelSorts.map((value) => ({ value, label: t(`sorts.${value}`) }))}
        className="md:hidden"
      />
      <span className="ml-auto flex flex-wrap gap-2">
        <ExportButton kind="levels" />
        {rights.adjust && (
          <ButtonLink variant="primary" href={`${countsPath}?begin=1${query ? `&${query}` : ''}`}>
            {t('count')}
          </ButtonLink>
        )}
      </span>
      <div className="order-2 basis-full empty:hidden">
        <FilterChips
          chips={chips}
          clearHref={levelsHref(noFilter(filters))}
          summary={
            <WhenReady key={levelsHref(filters)} promise={totals} fallback={<Skeleton className="h-5 w-24" />}>
              {({ products: count }) => <StockCount products={count} />}
            </WhenReady>
          }
        />
      </div>
    </div>
  )
}

const noFilter = (filters: LevelList['filters']) => ({
  ...filters,
  q: '',
  stock: null,
  withoutCost: false,
  elsewhere: false,
  family: null,
  archived: false,
})

function NothingFound({ list: { filters } }: { list: LevelList }) {
  const t = useTranslations('products')
  const common = useTranslations('common')
  if (!isFiltered(filters))
    return (
      <EmptyState
        kind="none"
        title={filters.archived ? t('noneArchived') : t('noneActive')}
        text={t('noneText')}
        className="border-t border-line"
      />
    )
  return (
    <EmptyState
      kind="none"
      className="border-t border-line"
      action={<ButtonLink href={levelsHref(noFilter(filters))}>{common('clearAll')}</ButtonLink>}
    />
  )
}

function FirstUse({ canWrite }: { canWrite: boolean }) {
  const t = useTranslations('warehouse.levels.first')
  const products = useTranslations('products')
  return (
    <Card>
      <EmptyState
        kind="first"
        title={t('title')}
        text={t(canWrite ? 'text' : 'reader')}
        action={
          canWrite && (
            <ButtonLink variant="primary" href={`${productsPath}/new`}>
              {products('new')}
            </ButtonLink>
          )
        }
      />
    </Card>
  )
}

import { PlusIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterChips } from '@/components/ui/filter-chips'
import { FilterFold } from '@/components/ui/filter-fold'
import { FilterSelect } from '@/components/ui/filter-select'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { SearchInput } from '@/components/ui/search-input'
import { Tabs } from '@/components/ui/tabs'
import { formatNumber } from '@/lib/core/money'
import { mappingPath } from '@/lib/core/paths'
import {
  costsPath,
  isFiltered,
  productSorts,
  productsHref,
  productsPath,
  stockStates,
} from '@/lib/catalog/products/filters'
import type { ProductList } from '@/lib/catalog/products/views'
import { ProductPickBar } from './product-pick-bar'
import { PickAllProducts, ProductPicks } from './product-picks'
import { ProductTable } from './product-table'

const noFilters = { q: '', stock: null, withoutCost: false, family: null }

export function ProductsScreen({ list }: { list: ProductList }) {
  const t = useTranslations('products')
  const language = useLocale()
  const { filters, page, counts, seesMoney, canWrite } = list
  const isEmpty = counts.active + counts.archived === 0n
  const create = canWrite && (
    <ButtonLink variant="primary" href={`${productsPath}/new`}>
      <PlusIcon aria-hidden />
      {t('new')}
    </ButtonLink>
  )
  if (isEmpty) {
    return (
      <>
        <PageHeader title={t('title')} />
        <Card>
          <EmptyState
            kind="first"
            title={t('first.title')}
            text={canWrite ? t('first.text') : t('first.reader')}
            action={
              canWrite && (
                <>
                  {create}
                  <ButtonLink href={mappingPath}>{t('first.listings')}</ButtonLink>
                  <ButtonLink href="/dashboard/orders/import">{t('first.import')}</ButtonLink>
                </>
              )
            }
          />
        </Card>
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <ExportButton kind="products" />
            {canWrite && seesMoney && <ButtonLink href={costsPath}>{t('enterCosts')}</ButtonLink>}
            {create}
          </>
        }
      />
      <Tabs
        label={t('views')}
        tabs={[
          {
            label: t('active'),
            count: formatNumber(counts.active, language),
            href: productsHref(filters, { archived: false }),
            active: !filters.archived,
          },
          {
            label: t('archived'),
            count: formatNumber(counts.archived, language),
            href: productsHref(filters, { archived: true }),
            active: filters.archived,
          },
        ]}
      />
      <Card flush>
        <ListTools list={list} />
        <PickedTable list={list} />
        <Pagination
          previousHref={page.previous && productsHref(filters, { before: page.previous })}
          nextHref={page.next && productsHref(filters, { after: page.next })}
          summary={<span>{t('count', { count: Number(counts.matching) })}</span>}
        />
      </Card>
    </>
  )
}

/**
 * A role that may write products changes many at once; the outcome and the way back stay where that empties the list.
 */
function PickedTable({ list }: { list: ProductList }) {
  const { filters, page, seesMoney, canWrite, today } = list
  const isEmpty = page.rows.length === 0
  const table = isEmpty ? (
    <NothingFound list={list} />
  ) : (
    <ProductTable rows={page.rows} filters={filters} seesMoney={seesMoney} canPick={canWrite} />
  )
  if (!canWrite) return table
  const rows = page.rows.map(({ id, sku, title, version, priceCents, isKit }) => ({
    id,
    sku,
    title,
    version,
    priceCents,
    isKit,
  }))
  return (
    <ProductPicks key={productsHref(filters)} rows={rows}>
      <ProductPickBar archived={filters.archived} seesMoney={seesMoney} today={today} />
      {!isEmpty && <PickAllProducts shown="cards" />}
      {table}
    </ProductPicks>
  )
}

function ListTools({ list: { filters, seesMoney, counts } }: { list: ProductList }) {
  const t = useTranslations('products')
  const chips = [
    filters.stock && { label: t(`stockStates.${filters.stock}`), href: productsHref(filters, { stock: null }) },
    filters.withoutCost && { label: t('withoutCost'), href: productsHref(filters, { withoutCost: false }) },
    filters.family && { label: t('family.chip'), href: productsHref(filters, { family: null }) },
    filters.q && { label: t('searched', { text: filters.q }), href: productsHref(filters, { q: '' }) },
  ].filter((chip) => !!chip)
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 p-3">
      <SearchInput label={t('search')} placeholder={t('searchHint')} className="max-md:basis-full md:basis-56" />
      <FilterFold count={chips.length - (filters.q ? 1 : 0)}>
        <FilterSelect
          param="stock"
          label={t('stock')}
          allLabel={t('anyStock')}
          options={stockStates.map((value) => ({ value, label: t(`stockStates.${value}`) }))}
        />
        {seesMoney && (
          <FilterSelect
            param="cost"
            label={t('cost')}
            allLabel={t('anyCost')}
            options={[{ value: 'missing', label: t('withoutCost') }]}
          />
        )}
      </FilterFold>
      <FilterSelect
        param="sort"
        label={t('sort')}
        allLabel={t('sorts.title')}
        options={productSorts
          .filter((value) => value !== 'title' && value !== 'onHand' && value !== 'reserved')
          .map((value) => ({ value, label: t(`sorts.${value}`) }))}
        className="md:hidden"
      />
      <div className="order-2 basis-full empty:hidden">
        <FilterChips
          chips={chips}
          clearHref={productsHref({ ...filters, ...noFilters })}
          summary={t('count', { count: Number(counts.matching) })}
        />
      </div>
    </div>
  )
}

function NothingFound({ list: { filters } }: { list: ProductList }) {
  const t = useTranslations('products')
  const common = useTranslations('common')
  if (!isFiltered(filters)) {
    const text = filters.archived ? t('noneArchived') : t('noneActive')
    return <EmptyState kind="none" title={text} text={t('noneText')} className="border-t border-line" />
  }
  const clear = productsHref({ ...filters, ...noFilters })
  return (
    <EmptyState
      kind="none"
      className="border-t border-line"
      action={<ButtonLink href={clear}>{common('clearAll')}</ButtonLink>}
    />
  )
}

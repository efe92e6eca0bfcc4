import { useTranslations } from 'next-intl'
import { FilterFold } from '@/components/ui/filter-fold'
import { FilterSelect } from '@/components/ui/filter-select'
import { RecordFilter } from '@/components/ui/record-filter'
import { SearchInput } from '@/components/ui/search-input'
import { deadlines, methodFilters, orderKinds } from '@/lib/sales/dispatch/filters'
import type { DispatchList } from '@/lib/sales/dispatch/views'

export function DispatchFilterBar({ list: { shops, filters } }: { list: DispatchList }) {
  const t = useTranslations('dispatch.filters')
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 px-4 py-3">
      <SearchInput label={t('search')} className="max-sm:basis-full sm:max-w-72" />
      <FilterFold count={[filters.due, filters.shop, filters.method, filters.kind].filter(Boolean).length}>
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
    </div>
  )
}

import { useLocale, useTranslations } from 'next-intl'
import { Pagination } from '@/components/ui/pagination'
import { analyticsHref, type AnalyticsFilters } from '@/lib/sales/sales-figures/analysis-filters'
import { formatNumber } from '@/lib/core/money'

type PageLinksProps = { filters: AnalyticsFilters; items: number; size: number; shown: number }

export function PageLinks({ filters, items, size, shown }: PageLinksProps) {
  const t = useTranslations('analytics')
  const language = useLocale()
  const { page } = filters
  const first = (page - 1) * size + 1
  return (
    <Pagination
      previousHref={page > 1 ? analyticsHref(filters, { page: page - 1 }) : null}
      nextHref={page * size < items ? analyticsHref(filters, { page: page + 1 }) : null}
      summary={
        shown > 0 &&
        t('range', {
          first: formatNumber(first, language),
          last: formatNumber(first + shown - 1, language),
          items: formatNumber(items, language),
        })
      }
    />
  )
}

import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterSelect } from '@/components/ui/filter-select'
import { Pagination } from '@/components/ui/pagination'
import { SearchInput } from '@/components/ui/search-input'
import { formatNumber, formatPercent } from '@/lib/core/money'
import { salesDaysOffered, suggestionHref } from '@/lib/catalog/purchases/filters'
import type { SuggestionList } from '@/lib/catalog/purchases/views'
import { SuggestionTable } from './suggestion-table'
import { Definition } from '@/components/ui/definition'
import { baseMonthsOf, lastMonthShare, missedShare } from '@/lib/catalog/forecast/tested'
import { locales } from '@/lib/core/language'

export function SuggestionScreen({ list }: { list: SuggestionList }) {
  const t = useTranslations('purchases.suggestion')
  const language = useLocale()
  const { filters, rules, page, counts, suppliers } = list
  const days = filters.days ?? rules.salesDays
  const isFiltered = filters.q !== '' || filters.supplier !== null
  return (
    <>
      <h2 className="sr-only">{t('title')}</h2>
      <div className="mb-4 max-w-prose text-[13px]">
        <p className="font-medium">{t('formulaText')}</p>
        <details className="mt-1">
          <summary className="w-fit text-accent-text">{t('formula')}</summary>
          <p className="mt-1 text-ink-2">{t('formulaDetail', { days: formatNumber(days, language) })}</p>
        </details>
      </div>
      <ForecastNote list={list} />
      <Card flush>
        <Tools list={list} />
        {page.rows.length > 0 ? (
          <SuggestionTable rows={page.rows} suppliers={suppliers} today={rules.today} />
        ) : isFiltered || filters.all ? (
          <EmptyState kind="none" className="border-t border-line" title={t('none')} />
        ) : (
          <EmptyState kind="first" className="border-t border-line" title={t('first')} text={t('firstText')} />
        )}
        <Pagination
          previousHref={page.previous && suggestionHref(filters, { before: page.previous })}
          nextHref={page.next && suggestionHref(filters, { after: page.next })}
          summary={
            <>
              <span>{t('counts', { products: counts.products })}</span>
              <span>{t('units', { units: counts.units })}</span>
            </>
          }
        />
      </Card>
    </>
  )
}

function Tools({ list: { rules, suppliers } }: { list: SuggestionList }) {
  const t = useTranslations('purchases.suggestion')
  const form = useTranslations('purchases.list')
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 p-3">
      <SearchInput label={t('search')} className="basis-56" />
      <FilterSelect
        param="days"
        label={t('days')}
        allLabel={`${t('days')} ${t('daysDefault', { days: rules.salesDays })}`}
        options={salesDaysOffered.map((days) => ({
          value: String(days),
          label: `${t('days')} ${t('daysOption', { days })}`,
        }))}
      />
      <FilterSelect
        param="cover"
        label={t('cover')}
        allLabel={`${t('cover')}: ${t('coverDefault', { days: rules.coverDays })}`}
        options={salesDaysOffered.map((days) => ({
          value: String(days),
          label: `${t('cover')}: ${t('coverOption', { days })}`,
        }))}
      />
      <FilterSelect
        param="supplier"
        label={form('supplier')}
        allLabel={form('anySupplier')}
        options={suppliers.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <FilterSelect
        param="show"
        label={t('show')}
        allLabel={t('needed')}
        options={[{ value: 'all', label: t('all') }]}
      />
      <ExportButton kind="purchaseSuggestion" />
    </div>
  )
}

/** Another period is worth a line when it missed by that much less. */
const WORTH = 0.02

/** How far the forecast missed in the last months, beside the plainest guess, and what its calendar knows. */
function ForecastNote({ list: { filters, rules, tested } }: { list: SuggestionList }) {
  const t = useTranslations('purchases.forecast')
  const language = useLocale()
  const baseMonths = baseMonthsOf(filters.days ?? rules.salesDays)
  const error = tested.find((each) => each.baseMonths === baseMonths)?.error
  const best = tested
    .flatMap((each) => (each.error ? [{ days: each.baseMonths * 30, share: missedShare(each.error) }] : []))
    .toSorted((a, b) => a.share - b.share)[0]
  const { knows } = rules.calendar
  const parts = (['weekdays', 'campaigns', 'season'] as const).filter((part) => knows[part])
  const percent = (share: number) => formatPercent(share, language, { fractionDigits: 0 })
  const names = new Intl.ListFormat(locales[language]).format(parts.map((part) => t(`parts.${part}`)))
  return (
    <div className="mb-4 max-w-prose text-[13px]">
      <h3 className="flex items-center gap-1.5 font-medium">
        {t('title')}
        <Definition label={t('how')}>{t('means')}</Definition>
      </h3>
      <p className="mt-1 text-ink-2">
        {error
          ? t('missed', {
              months: error.months,
              ours: percent(missedShare(error)),
              naive: percent(lastMonthShare(error)),
            })
          : t('unknown')}{' '}
        {error && best && best.share < missedShare(error) - WORTH && (
          <>
            {t('other', { days: best.days, share: percent(best.share) })}{' '}
            <Link
              href={suggestionHref(filters, { days: best.days })}
              className="text-accent-text underline underline-offset-2"
            >
              {t('use', { days: best.days })}
            </Link>
          </>
        )}
      </p>
      <p className="mt-1 text-ink-2">
        {parts.length > 0 ? t('knows', { parts: names }) : t('knowsNothing')}{' '}
        {parts.length > 0 && !knows.season && t('noSeason')}
      </p>
    </div>
  )
}

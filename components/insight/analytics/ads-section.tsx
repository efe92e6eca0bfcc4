import { useLocale, useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { BarChart } from '@/components/ui/chart/bar-chart'
import { EmptyState } from '@/components/ui/empty-state'
import { MetricCard } from '@/components/ui/metric-card'
import { isMissing } from '@/lib/money/ads/coverage'
import { acosOf, asRatio, breakEvenRoas, roasOf } from '@/lib/money/ads/ratios'
import { adsGroups, analyticsHref } from '@/lib/sales/sales-figures/analysis-filters'
import type { AnalyticsSections, AnalyticsView } from '@/lib/insight/analytics/views'
import type { Role } from '@/lib/core/permissions'
import { formatDay, formatDayShort, formatMonth } from '@/lib/core/dates'
import { formatMoney, formatNumber, formatPercent, plainDecimal } from '@/lib/core/money'
import { mayImportMoney } from '@/lib/connect/money-reports/may-import'
import { moneyFilesPath } from '@/lib/core/paths'
import { AdsTable } from './ads-table'
import { PageLinks } from './page-links'
import { ChoiceLinks, Note } from './parts'

type Section = AnalyticsSections['ads']
type Props = { view: AnalyticsView; section: Section; pageRows: number; role: Role }

/** The cost and revenue of ads, and the profit of the same sales before and after them. */
export function AdsSection({ view, section, pageRows, role }: Props) {
  const t = useTranslations('analytics')
  const { filters } = view
  const bring = mayImportMoney({ role }) && (
    <ButtonLink variant="primary" href={moneyFilesPath}>
      {t('ads.bring')}
    </ButtonLink>
  )
  if (!section.hasReports)
    return (
      <EmptyState
        kind="first"
        title={t('ads.first')}
        text={t('ads.firstText')}
        action={bring || undefined}
        className="py-16"
      />
    )
  const groups = adsGroups.map((spent) => ({
    href: analyticsHref(filters, { spent }),
    label: t(`ads.by.${spent}`),
    active: filters.spent === spent,
  }))
  return (
    <>
      <div className="mb-4">
        <ChoiceLinks label={t('profit.group')} choices={groups} />
      </div>
      {section.rows.length === 0 ? (
        <EmptyState kind="none" title={t('ads.none')} text={t('ads.noneText')} action={bring || undefined} />
      ) : (
        <>
          <AdsCards section={section} />
          <SpendCard section={section} />
          <Card flush>
            <CardHeader
              title={t(`ads.titles.${filters.spent}`)}
              description={<MissingAds section={section} />}
              className="p-4 pb-2"
            />
            <AdsTable view={view} rows={section.rows} />
            <Note>
              {t('ads.note')} {t(`ads.notes.${filters.spent}`)}
            </Note>
            <PageLinks filters={filters} items={section.items} size={pageRows} shown={section.rows.length} />
          </Card>
        </>
      )}
    </>
  )
}

/** How many days no report tells of, and what no ad explains. */
function MissingAds({ section: { coverage, total } }: { section: Section }) {
  const t = useTranslations('analytics.ads')
  const language = useLocale()
  const { missingDays, expectedDays } = coverage
  return (
    <>
      {missingDays === 0 ? t('whole') : t('missing', { missing: missingDays, days: expectedDays })}
      {total.unexplainedCents > 0n &&
        ` · ${t('unexplainedTotal', { value: formatMoney(total.unexplainedCents, language) })}`}
      {total.untaxedCents > 0n && ` · ${t('untaxed')}`}
    </>
  )
}

function AdsCards({ section: { total, coverage } }: { section: Section }) {
  const t = useTranslations('analytics.ads.cards')
  const language = useLocale()
  const isUnknown = isMissing(coverage) && total.spendCents === 0n
  const { revenueCents, contributionCents } = total.sales
  const [roas, acos] = [roasOf(total), acosOf(total)]
  const least = contributionCents === null ? null : breakEvenRoas({ revenueCents, contributionCents })
  const after = contributionCents === null || isUnknown ? null : contributionCents - total.spendCents
  const money = (cents: bigint | null) => (cents === null ? null : formatMoney(cents, language))
  const times = (value: bigint) => formatNumber(plainDecimal(value), language, 2, 2)
  return (
    <section aria-label={t('label')} className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      <MetricCard
        label={t('spend')}
        value={isUnknown ? null : money(total.spendCents)}
        definition={t('spendHow')}
        note={acos === null ? undefined : t('acos', { share: formatPercent(asRatio(acos), language) })}
      />
      <MetricCard
        label={t('sales')}
        value={isUnknown ? null : money(total.salesCents)}
        definition={t('salesHow')}
        note={
          total.salesCents === null
            ? t('salesUnknown')
            : revenueCents > 0n
              ? t('ofAll', { value: formatMoney(revenueCents, language) })
              : undefined
        }
      />
      <MetricCard
        label={t('roas')}
        value={roas === null ? null : times(roas)}
        definition={t('roasHow')}
        note={
          least === null
            ? t('breakEvenUnknown')
            : least === 'never'
              ? t('breakEvenNever')
              : t('breakEven', { value: times(least) })
        }
      />
      <MetricCard
        label={t('after')}
        value={money(after)}
        definition={t('afterHow')}
        note={contributionCents === null ? t('costMissing') : t('before', { value: money(contributionCents) ?? '' })}
      />
    </section>
  )
}

function SpendCard({ section: { points, unit } }: { section: Section }) {
  const t = useTranslations('analytics')
  const language = useLocale()
  return (
    <Card className="mb-4">
      <CardHeader title={t('ads.chart')} description={t(`price.per.${unit}`)} className="mb-3" />
      <BarChart
        label={t('ads.chart')}
        names={{ x: t(`price.x.${unit}`), current: t('columns.spend') }}
        points={points.map(({ from, to, spendCents }) => ({
          label: unit === 'month' ? formatMonth(from, language) : formatDayShort(from, language),
          title:
            unit === 'month'
              ? formatMonth(from, language)
              : from === to
                ? formatDay(from, language)
                : `${formatDayShort(from, language)} – ${formatDay(to, language)}`,
          value: spendCents === null ? null : Number(spendCents),
          valueText: spendCents === null ? t('ads.noReport') : formatMoney(spendCents, language),
        }))}
        formatTick={(tick) => formatMoney(BigInt(Math.round(tick)), language)}
      />
    </Card>
  )
}

import { useLocale, useTranslations } from 'next-intl'
import { NoData } from '@/components/ui/no-data'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { acosOf, asRatio, ctrOf, paysOff, roasOf } from '@/lib/money/ads/ratios'
import type { AdsRow } from '@/lib/money/ads/read-ads'
import { breakEvenOf, leftAfterAds } from '@/lib/money/ads/sheet'
import { analyticsHref, type AnalyticsFilters } from '@/lib/sales/sales-figures/analysis-filters'
import type { AnalyticsView } from '@/lib/insight/analytics/views'
import { formatDay } from '@/lib/core/dates'
import { formatMoney, formatNumber, formatPercent, plainDecimal } from '@/lib/core/money'
import { Bar, shareOf } from './parts'

const columns = ['spend', 'clicks', 'adsSales', 'roas', 'acos', 'beforeAds', 'afterAds'] as const

export function AdsTable({ view: { filters }, rows }: { view: AnalyticsView; rows: readonly AdsRow[] }) {
  const t = useTranslations('analytics')
  const largest = rows.reduce((most, { ads }) => (ads && ads.spendCents > most ? ads.spendCents : most), 0n)
  const by = filters.spent
  return (
    <Table label={t(`ads.titles.${by}`)} sticky={false}>
      <Thead>
        <Th>{t(`columns.${by === 'day' ? 'date' : by}`)}</Th>
        {columns.map((key) => (
          <Th key={key} numeric>
            {t(`columns.${key}`)}
          </Th>
        ))}
        {by === 'shop' && <Th numeric>{t('columns.daysWithout')}</Th>}
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <Row key={row.key} row={row} filters={filters} largest={largest} />
        ))}
      </Tbody>
    </Table>
  )
}

type RowProps = { row: AdsRow; filters: AnalyticsFilters; largest: bigint }

function Row({ row, filters, largest }: RowProps) {
  const t = useTranslations('analytics')
  const language = useLocale()
  const { ads, sales, coverage } = row
  const money = (cents: bigint | null | undefined) =>
    cents === null || cents === undefined ? <NoData /> : formatMoney(cents, language)
  const share = (points: bigint | null) => (points === null ? <NoData /> : formatPercent(asRatio(points), language))
  const after = leftAfterAds(row)
  const contribution = sales?.contributionCents ?? null
  const sold =
    sales && contribution !== null ? { revenueCents: sales.revenueCents, contributionCents: contribution } : null
  return (
    <Tr>
      <Name row={row} filters={filters} />
      <Td numeric label={t('columns.spend')}>
        {ads ? formatMoney(ads.spendCents, language) : <span className="text-warn">{t('ads.noReport')}</span>}
        {ads && <Bar share={shareOf(ads.spendCents, largest)} isBad={paysOff(ads, sold) === false} />}
      </Td>
      <Td numeric label={t('columns.clicks')}>
        {ads ? <Clicks ads={ads} /> : <NoData />}
      </Td>
      <Td numeric label={t('columns.adsSales')}>
        {money(ads?.salesCents)}
      </Td>
      <Td numeric label={t('columns.roas')}>
        <Times value={ads && roasOf(ads)} />
        <span className={note}>
          {t('ads.least')} <BreakEven row={row} />
        </span>
      </Td>
      <Td numeric label={t('columns.acos')}>
        {share(ads && acosOf(ads))}
      </Td>
      <Td numeric label={t('columns.beforeAds')}>
        {row.isShared ? (
          <span className="text-ink-3">{t('ads.shared')}</span>
        ) : (
          <Contribution sales={sales} cents={contribution} />
        )}
      </Td>
      <Td numeric label={t('columns.afterAds')} className={after !== null && after < 0n ? 'text-bad' : undefined}>
        {money(after)}
      </Td>
      {filters.spent === 'shop' && (
        <Td numeric label={t('columns.daysWithout')}>
          {coverage ? formatNumber(coverage.missingDays, language) : <NoData />}
        </Td>
      )}
    </Tr>
  )
}

const note = 'block text-xs text-ink-3'

/** Clicks per view in one cell, so that the profit beside it needs no scrolling. */
function Clicks({ ads }: { ads: NonNullable<AdsRow['ads']> }) {
  const t = useTranslations('analytics.ads')
  const language = useLocale()
  const points = ctrOf(ads)
  return (
    <>
      {ads.clicks === null ? <NoData /> : formatNumber(ads.clicks, language)}
      <span className={note}>
        {t('ctr')} {points === null ? '—' : formatPercent(asRatio(points), language)}
      </span>
      {ads.impressions !== null && (
        <span className={note}>{t('seen', { count: formatNumber(ads.impressions, language) })}</span>
      )}
    </>
  )
}

/** A day opens its ads, a shop its own, an ad its days. */
function Name({ row: { title, day, itemId, shopId, shopName }, filters }: Omit<RowProps, 'largest'>) {
  const t = useTranslations('analytics')
  const language = useLocale()
  if (filters.spent === 'listing')
    return (
      <Td className="min-w-0">
        <span className="line-clamp-2">{itemId === '' ? t('ads.unexplained') : title || itemId}</span>
        <span className="text-xs text-ink-3">{[shopName, itemId].filter(Boolean).join(' · ')}</span>
      </Td>
    )
  const days = day ? { period: 'custom' as const, from: day, to: day } : {}
  return (
    <Td className="min-w-0">
      <RowLink href={analyticsHref(filters, { spent: 'listing', shop: shopId, ...days })} className="inline!">
        {day ? formatDay(day, language) : shopName}
      </RowLink>
      {day && <span className="block text-xs text-ink-3">{shopName}</span>}
    </Td>
  )
}

function Contribution({ sales, cents }: { sales: AdsRow['sales']; cents: bigint | null }) {
  const t = useTranslations('analytics')
  const language = useLocale()
  if (sales === null) return <NoData />
  return cents === null ? <span className="text-warn">{t('noCost')}</span> : formatMoney(cents, language)
}

function BreakEven({ row }: { row: AdsRow }) {
  const t = useTranslations('analytics')
  const least = breakEvenOf(row)
  return least === 'never' ? <span className="text-bad">{t('ads.never')}</span> : <Times value={least} />
}

function Times({ value }: { value: bigint | null }) {
  const language = useLocale()
  return value === null ? <NoData /> : formatNumber(plainDecimal(value), language, 2, 2)
}

import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { StackedBar, type StackTone } from '@/components/ui/chart/stacked-bar'
import { EmptyState } from '@/components/ui/empty-state'
import { NoData } from '@/components/ui/no-data'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { analyticsHref, coverBands, type CoverBand } from '@/lib/sales/sales-figures/analysis-filters'
import type { AnalyticsSections, AnalyticsView } from '@/lib/insight/analytics/views'
import { formatNumber, formatPercent } from '@/lib/core/money'
import { ItemCell } from './item-cell'
import { PageLinks } from './page-links'
import { ChoiceLinks, Note, shareOf } from './parts'

type Props = { view: AnalyticsView; section: AnalyticsSections['cover']; pageRows: number }

/** From none left to never sold, each with a texture of its own. */
const barTones: Record<CoverBand, StackTone> = {
  out: 'bad',
  week: 'warn',
  month: 'accent',
  quarter: 'good',
  more: 'accent-light',
  still: 'neutral',
}

const tones: Record<CoverBand, Tone> = {
  out: 'bad',
  week: 'warn',
  month: 'accent',
  quarter: 'good',
  more: 'neutral',
  still: 'neutral',
}

export function CoverSection({ view: { filters }, section, pageRows }: Props) {
  const t = useTranslations('analytics')
  const language = useLocale()
  const all = Object.values(section.bands).reduce((sum, count) => sum + count, 0)
  const choices = [null, ...coverBands].map((band) => ({
    href: analyticsHref(filters, { band }),
    label: (
      <>
        {t(`cover.bands.${band ?? 'all'}`)}
        <span className="ml-1.5 text-ink-3 tabular-nums">
          {formatNumber(band ? (section.bands[band] ?? 0) : all, language)}
        </span>
      </>
    ),
    active: filters.band === band,
  }))
  if (all === 0) return <EmptyState kind="none" title={t('cover.none')} text={t('cover.noneText')} className="py-16" />
  return (
    <>
      <div className="mb-4">
        <ChoiceLinks label={t('cover.band')} choices={choices} />
      </div>
      <Card className="mb-4">
        <CardHeader title={t('cover.chart')} className="mb-3" />
        <StackedBar
          label={t('cover.chart')}
          names={{ name: t('columns.band'), value: t('cover.products'), share: t('columns.share') }}
          segments={coverBands.map((band) => {
            const count = section.bands[band] ?? 0
            return {
              key: band,
              label: t(`cover.bands.${band}`),
              value: count,
              valueText: formatNumber(count, language),
              shareText: formatPercent(shareOf(BigInt(count), BigInt(all)), language),
              tone: barTones[band],
              href: analyticsHref(filters, { band }),
            }
          })}
        />
      </Card>
      <Card flush>
        <CardHeader
          title={t('cover.title')}
          description={t('cover.description', { days: section.periodDays })}
          actions={
            <Link
              href="/dashboard/minha-empresa/produtos"
              className="text-[13px] font-semibold text-accent-text no-underline hover:underline"
            >
              {t('cover.warehouse')}
            </Link>
          }
          className="p-4 pb-2"
        />
        {section.rows.length === 0 ? (
          <EmptyState kind="none" level={3} title={t('cover.noneHere')} text="" className="py-8" />
        ) : (
          <Table label={t('cover.title')}>
            <Thead>
              <Th>{t('columns.product')}</Th>
              <Th numeric>{t('columns.sold')}</Th>
              <Th numeric>{t('columns.perDay')}</Th>
              <Th numeric>{t('columns.available')}</Th>
              <Th numeric>{t('columns.days')}</Th>
              <Th>{t('columns.band')}</Th>
            </Thead>
            <Tbody>
              {section.rows.map((row) => (
                <Tr key={row.id}>
                  <ItemCell title={row.title} detail={row.sku} href={`/dashboard/products/${row.id}`} />
                  <Td numeric label={t('columns.sold')}>
                    {formatNumber(row.units, language)}
                  </Td>
                  <Td numeric wide label={t('columns.perDay')}>
                    {formatNumber(Number(row.units) / section.periodDays, language, 2)}
                  </Td>
                  <Td numeric label={t('columns.available')} className={row.available <= 0n ? 'text-bad' : undefined}>
                    {formatNumber(row.available, language)}
                  </Td>
                  <Td numeric label={t('columns.days')}>
                    {row.days === null ? <NoData /> : formatNumber(Math.floor(row.days), language)}
                  </Td>
                  <Td label={t('columns.band')}>
                    <Badge tone={tones[row.band]}>{t(`cover.bands.${row.band}`)}</Badge>
                  </Td>
                </Tr>
              ))}
            </Tbody>
          </Table>
        )}
        <Note>{t('cover.note', { days: section.periodDays })}</Note>
        <PageLinks filters={filters} items={section.matching} size={pageRows} shown={section.rows.length} />
      </Card>
    </>
  )
}

import { useLocale, useTranslations } from 'next-intl'
import { useGapNote } from '@/components/money/ads/gap-text'
import { Badge, type Tone } from '@/components/ui/badge'
import { NoData } from '@/components/ui/no-data'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDay, formatMonth, localDay } from '@/lib/core/dates'
import { formatAmount, formatMoney, formatPercent } from '@/lib/core/money'
import type { MonthState } from '@/lib/money/month-close/calendar'
import { coverageOf, profitBeforeAdsOf, type FigureLine } from '@/lib/money/month-close/figures'
import { monthCloseHref } from '@/lib/money/month-close/paths'
import type { MonthClosesView, MonthRow } from '@/lib/money/month-close/views'
import { useFigureName } from './figure-name'

const tones: Record<MonthState, Tone> = {
  closed: 'good',
  next: 'warn',
  open: 'neutral',
  running: 'neutral',
  before: 'neutral',
}
const shown = ['gross', 'netRevenue', 'contribution', 'profit'] as const satisfies readonly FigureLine[]

export function MonthBadge({ state }: { state: MonthState }) {
  const t = useTranslations('monthClose.states')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}

export function MonthTable({ view, timeZone }: { view: MonthClosesView; timeZone: string }) {
  const t = useTranslations('monthClose')
  const nameOf = useFigureName()
  return (
    <Table label={t('months')} className="border-t border-line">
      <Thead>
        <Th>{t('month')}</Th>
        <Th>{t('state')}</Th>
        {shown.map((line) => (
          <Th key={line} numeric>
            {nameOf(line)}
          </Th>
        ))}
        <Th numeric>{t('coverage')}</Th>
      </Thead>
      <Tbody>
        {view.months.map((row) => (
          <MonthLine key={row.month} row={row} entity={view.entity!.id} timeZone={timeZone} />
        ))}
      </Tbody>
    </Table>
  )
}

function MonthLine({ row, entity, timeZone }: { row: MonthRow; entity: string; timeZone: string }) {
  const t = useTranslations('monthClose')
  const language = useLocale()
  const nameOf = useFigureName()
  const { month, state, figures, closedAt, changed, adsGaps } = row
  const coverage = coverageOf(figures)
  const missing = (['cost', 'ads'] as const).find((line) => figures[line] === undefined)
  const beforeAds = profitBeforeAdsOf(figures)
  const gapNote = useGapNote()
  return (
    <Tr>
      <Td primary className="whitespace-nowrap max-md:col-start-1!">
        <RowLink href={monthCloseHref(entity, month)}>{formatMonth(month, language)}</RowLink>
      </Td>
      <Td label={t('state')}>
        <span className="flex flex-wrap items-center gap-1.5">
          <MonthBadge state={state} />
          {changed && <Badge tone="warn">{t('changed')}</Badge>}
        </span>
        {closedAt && (
          <span className="block text-[13px] text-ink-3">
            {`${t('closedOn')} ${formatDay(localDay(closedAt, timeZone), language)}`}
          </span>
        )}
      </Td>
      {shown.map((line) => (
        <Td key={line} numeric label={nameOf(line)}>
          <Cents cents={line === 'profit' ? (figures.profit ?? beforeAds ?? undefined) : figures[line]} />
          {line === 'profit' && beforeAds !== null ? (
            <span className="block text-[13px] font-semibold text-warn">{t('without.beforeAds')}</span>
          ) : (
            figures[line] === undefined &&
            missing && <span className="block text-[13px] text-ink-3">{t(`without.${missing}`)}</span>
          )}
          {line === 'profit' && figures.sharedLeft !== undefined && (
            <span className="ml-auto block max-w-44 text-[13px] whitespace-normal text-warn">
              {t('without.shared', { cents: formatMoney(-figures.sharedLeft, language) })}
            </span>
          )}
          {line === 'profit' && adsGaps.length > 0 && (
            <span className="ml-auto block max-w-44 text-[13px] whitespace-normal text-ink-3">{gapNote(adsGaps)}</span>
          )}
        </Td>
      ))}
      <Td numeric label={t('coverage')}>
        {coverage === null ? <NoData /> : formatPercent(coverage, language)}
      </Td>
    </Tr>
  )
}

/** An amount in reais; what is not known is a dash. */
export function Cents({ cents }: { cents: bigint | undefined }) {
  const language = useLocale()
  return cents === undefined ? <NoData /> : formatAmount(cents, language)
}

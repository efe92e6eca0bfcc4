import { useLocale, useTranslations } from 'next-intl'
import type { NamedGap } from '@/lib/money/ads/coverage'
import { formatDay, formatDayShort, type Day } from '@/lib/core/dates'

const mostSpans = 3

/** The days of a shop without a report: 'Loja A: 27 dias (01/11 – 27/11)'. */
export function useGapText(): (gap: NamedGap) => string {
  const t = useTranslations('result.gap')
  const language = useLocale()
  return ({ shop, days, spans }) => {
    const isOneYear = new Set(spans.flatMap(({ from, to }) => [from.slice(0, 4), to.slice(0, 4)])).size === 1
    const day = (of: Day) => (isOneYear ? formatDayShort(of, language) : formatDay(of, language))
    const shown = spans
      .slice(0, mostSpans)
      .map(({ from, to }) => (from === to ? day(from) : `${day(from)} – ${day(to)}`))
    return t('shop', { shop, days, spans: shown.join(', '), left: Math.max(0, spans.length - mostSpans) })
  }
}

/** How many days of how many shops, in a few words. */
export function useGapNote(): (gaps: readonly NamedGap[]) => string {
  const t = useTranslations('result.gap')
  return (gaps) => t('note', { days: gaps.reduce((sum, { days }) => sum + days, 0), shops: gaps.length })
}

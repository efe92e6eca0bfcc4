import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Definition } from '@/components/ui/definition'
import { baseMonthsOf, lastMonthShare, missedShare } from '@/lib/catalog/forecast/tested'
import { suggestionHref } from '@/lib/catalog/purchases/filters'
import type { SuggestionList } from '@/lib/catalog/purchases/views'
import { locales } from '@/lib/core/language'
import { formatPercent } from '@/lib/core/money'

/** Another period is worth a line when it missed by that much less. */
const WORTH = 0.02

/** How far the forecast missed in the last months, beside the plainest guess, and what its calendar knows. */
export function ForecastNote({ list: { filters, rules, tested } }: { list: SuggestionList }) {
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
            <Link href={suggestionHref(filters, { days: best.days })} className="text-accent-text">
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

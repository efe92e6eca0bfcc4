import { useLocale, useTranslations } from 'next-intl'
import { formatMoney } from '@/lib/core/money'
import type { Totals } from '@/lib/money/reconciliation/views'

/** The unexplained part, each side by itself: together they could add up to zero. Null where all is explained. */
export function useUnexplained({ shortCents, overCents }: Pick<Totals, 'shortCents' | 'overCents'>): string | null {
  const t = useTranslations('reconciliation.cards')
  const language = useLocale()
  const sides = [
    shortCents !== 0n && t('short', { cents: formatMoney(-shortCents, language) }),
    overCents !== 0n && t('over', { cents: formatMoney(overCents, language) }),
  ].filter(Boolean)
  return sides.length > 0 ? sides.join(' · ') : null
}

import { useTranslations } from 'next-intl'
import { reasonKey, whoKey } from '@/lib/insight/analytics/reasons'

/** The platform's English texts in the seller's words; an unknown one is shown as it came. */
export function useLossWords() {
  const t = useTranslations('analytics.losses')
  return {
    sayReason: (reason: string | null) => {
      if (!reason) return t('reasons.none')
      const known = reasonKey(reason)
      return known ? t(`reasons.${known}`) : reason
    },
    sayWho: (by: string | null) => {
      const known = whoKey(by)
      return known ? t(`who.${known}`) : (by ?? t('who.unknown'))
    },
  }
}

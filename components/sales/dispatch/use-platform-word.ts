import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { platformWordOf } from '@/lib/sales/dispatch/platform-words'

/** The platform's text in the seller's words where there are some, else as it came. */
export function usePlatformWord(): (said: string) => string {
  const t = useTranslations('dispatch.platformWords')
  return useCallback(
    (said) => {
      const known = platformWordOf(said)
      return known ? t(known) : said
    },
    [t],
  )
}

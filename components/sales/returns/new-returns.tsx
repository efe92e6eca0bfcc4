'use client'

import { useTranslations } from 'next-intl'
import { useLiveNews } from '@/components/shell/use-live-news'
import { NewsStrip } from '@/components/ui/news-strip'

const none = { count: 0 }

/** How many returns came after the list was read (`since`, ISO 8601). */
export function NewReturns({ since }: { since: string }) {
  const t = useTranslations('returns')
  const { count } = useLiveNews('returns', since, `/api/returns/new?since=${encodeURIComponent(since)}`, none)
  return <NewsStrip text={count > 0 ? t('fresh', { count }) : ''} />
}

'use client'

import { useTranslations } from 'next-intl'
import { useLiveNews } from '@/components/shell/use-live-news'
import { NewsStrip } from '@/components/ui/news-strip'
import type { OrderNews } from '@/lib/sales/orders/new-orders'

const none: OrderNews = { count: 0, cancelled: 0, asked: 0 }

/**
 * How many orders came after the list was read (`since`, ISO 8601) that it would show (`query`, of its address), and how many of its shops
 * were cancelled or are asked to be: over the page, and the list itself stays as it is until the reader asks for it.
 */
export function NewOrders({ since, query = '' }: { since: string; query?: string }) {
  const t = useTranslations('orders.fresh')
  const params = new URLSearchParams(query)
  params.set('since', since)
  const { count, cancelled, asked } = useLiveNews('orders', since, `/api/orders/new?${params.toString()}`, none)
  const parts = [
    count > 0 && t('count', { count }),
    cancelled > 0 && t('cancelled', { count: cancelled }),
    asked > 0 && t('asked', { count: asked }),
  ]
  return <NewsStrip text={parts.filter(Boolean).join(' · ')} />
}

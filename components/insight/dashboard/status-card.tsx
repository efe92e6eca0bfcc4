import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { StackedBar, type StackTone } from '@/components/ui/chart/stacked-bar'
import { ordersHref, type SalesFilters } from '@/lib/sales/sales-figures/filters'
import { ratio, type OrderStatus } from '@/lib/sales/sales-figures/figures'
import type { SalesSummary } from '@/lib/insight/dashboard/views'
import { formatNumber, formatPercent } from '@/lib/core/money'
import { orderStatuses } from '@/lib/sales/orders/schema'

const tones: Record<OrderStatus, StackTone> = {
  pending: 'neutral',
  confirmed: 'accent',
  processing: 'accent-medium',
  shipped: 'accent-light',
  delivered: 'good',
  cancelled: 'bad',
}

export function StatusCard({ summary, filters }: { summary: SalesSummary; filters: SalesFilters }) {
  const t = useTranslations('dashboard.status')
  const language = useLocale()
  const { current } = summary
  const segments = orderStatuses.map((status) => ({
    key: status,
    label: t(status),
    value: Number(current[status]),
    valueText: formatNumber(current[status], language),
    shareText: current.orders > 0n ? formatPercent(ratio(current[status], current.orders), language) : '—',
    tone: tones[status],
    href: ordersHref(filters, { status }),
  }))
  return (
    <Card className="min-w-0">
      <CardHeader title={t('title')} className="mb-3" />
      <StackedBar
        label={t('chart')}
        names={{ name: t('name'), value: t('count'), share: t('share') }}
        segments={segments}
      />
    </Card>
  )
}

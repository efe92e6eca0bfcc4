import { useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import type { OrderStage } from '@/lib/sales/orders/stage'

export const stageTones: Record<OrderStage, Tone> = {
  new: 'neutral',
  paid: 'accent',
  separating: 'accent',
  unpaid: 'neutral',
  invoicePending: 'warn',
  toShip: 'accent',
  processed: 'accent',
  shipped: 'neutral',
  delivered: 'good',
  completed: 'good',
  cancelled: 'bad',
  returning: 'warn',
  unknown: 'warn',
}

export function StageBadge({ stage }: { stage: OrderStage }) {
  const t = useTranslations('orders.stages')
  return <Badge tone={stageTones[stage]}>{t(stage)}</Badge>
}

import { useTranslations } from 'next-intl'
import { JumpBar } from '@/components/ui/jump-bar'
import type { OrderView } from '@/lib/sales/orders/views'

/** On a phone the way to what an order waits for, which stands below its items, its profit and its stock. */
export function ShippingBar({ status, to }: { status: OrderView['order']['status']; to: string }) {
  const t = useTranslations('orders.detail')
  if (status !== 'confirmed' && status !== 'processing') return null
  return <JumpBar to={to} text={t('waitsForShipping')} label={t('toShipping')} />
}

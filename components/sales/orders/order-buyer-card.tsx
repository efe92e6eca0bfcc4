import { useLocale, useTranslations } from 'next-intl'
import { BuyerActions } from '@/components/insight/privacy/buyer-actions'
import { Card, CardHeader } from '@/components/ui/card'
import { formatDateTime } from '@/lib/core/dates'
import type { OrderView } from '@/lib/sales/orders/views'
import type { BuyerErasure } from '@/lib/insight/privacy/schema'

type OrderBuyerCardProps = { view: OrderView; erasure?: BuyerErasure | null; timeZone: string }

/** A manual order has the customer's name alone; a marketplace's buyer has a table of its own, which is erased in time. */
export function OrderBuyerCard({ view, erasure, timeZone }: OrderBuyerCardProps) {
  const t = useTranslations('orders.detail')
  const language = useLocale()
  const { order, buyer, buyerVisibility } = view
  const manual = order.platform === 'manual'
  const who = [buyer?.name ?? order.customerName, buyer?.username].filter(Boolean).join(' · ')
  const city = [buyer?.city, buyer?.state].filter(Boolean).join(' / ')
  const rows = (
    manual
      ? [['name', order.customerName]]
      : [
          ['name', buyer?.name ?? order.customerName],
          ['username', buyer?.username],
          ['phone', buyer?.phone],
          ['document', buyer?.document],
          ['address', buyer?.address],
          ['city', city],
          ['postalCode', buyer?.postalCode],
        ]
  ).filter((row): row is [keyof typeof names, string] => Boolean(row[1]))
  const names = {
    name: t('fields.name'),
    username: t('fields.username'),
    phone: t('fields.phone'),
    document: t('fields.document'),
    address: t('fields.address'),
    city: t('fields.city'),
    postalCode: t('fields.postalCode'),
  }
  const gone = order.buyerErasedAt
    ? t('buyerErased', { at: formatDateTime(order.buyerErasedAt, language, timeZone) })
    : t(manual ? 'customerNone' : 'buyerGone')
  const nothing = buyerVisibility === 'none' ? t('buyerDenied') : gone
  return (
    <Card>
      <CardHeader title={t(manual ? 'customerTitle' : 'buyerTitle')} className="mb-2" />
      {rows.length === 0 ? (
        <p className="text-ink-2">{nothing}</p>
      ) : (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {rows.map(([key, value]) => (
            <div key={key} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-ink-3">{names[key]}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {rows.length > 0 && buyerVisibility === 'masked' && <p className="mt-2 text-xs text-ink-3">{t('buyerMasked')}</p>}
      {erasure && (
        <div data-print="hide" className="mt-4 border-t border-line pt-3">
          <BuyerActions erasure={erasure} who={who} />
        </div>
      )}
    </Card>
  )
}

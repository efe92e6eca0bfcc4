import { useLocale, useTranslations } from 'next-intl'
import { ProductPhoto } from '@/components/catalog/products/product-photo'
import { RowLink, Td } from '@/components/ui/table'
import { formatDayShort, localDay } from '@/lib/core/dates'
import { countdownTo } from '@/lib/sales/orders/platform-cancel'
import type { ListedToShip } from '@/lib/sales/dispatch/views'
import { DispatchState } from './dispatch-state'
import { shortTime, type When } from './short-time'

type DispatchRowProps = When & { order: ListedToShip }

const ITEMS_SHOWN = 3

export function DispatchRow({ order, ...when }: DispatchRowProps) {
  const t = useTranslations('dispatch.list')
  return (
    <>
      <Td primary>
        <RowLink href={`/dashboard/orders/${order.id}`} className="whitespace-nowrap tabular-nums">
          {order.externalCode}
        </RowLink>
        <span className="block text-[13px] font-normal text-ink-3">
          {[order.shopName, order.buyer].filter(Boolean).join(' · ')}
        </span>
        {order.cancellationAsked && (
          <span className="block text-[13px] font-semibold text-bad">{t('cancellationAsked')}</span>
        )}
      </Td>
      <Td>
        <ItemsCell order={order} />
      </Td>
      <Td label={t('shipment')}>
        <ShipmentCell order={order} {...when} />
      </Td>
      <Td label={t('situation')}>
        <DispatchState order={order} {...when} />
      </Td>
      <Td label={t('deadline')}>
        <DeadlineCell order={order} {...when} />
      </Td>
    </>
  )
}

function ItemsCell({ order: { items } }: { order: ListedToShip }) {
  const t = useTranslations('dispatch.list')
  const rest = items.length - ITEMS_SHOWN
  return (
    <ul className="grid min-w-0 gap-1.5">
      {items.slice(0, ITEMS_SHOWN).map((item) => (
        <li key={item.line} className="flex min-w-0 items-center gap-2">
          <ProductPhoto fileId={item.photoFileId} className="size-8" />
          <span className="min-w-0 flex-1">
            <span className="line-clamp-2">
              <span className="font-semibold tabular-nums">{`${item.quantity} × `}</span>
              {item.title}
            </span>
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 text-[13px] text-ink-3">
              {item.shelfAddress && (
                <span className="shrink-0 font-semibold whitespace-nowrap text-ink tabular-nums">
                  {t('shelf', { address: item.shelfAddress })}
                </span>
              )}
              <span className="wrap-anywhere">
                {[item.sku ?? t('unmapped'), item.variation].filter(Boolean).join(' · ')}
              </span>
            </span>
          </span>
        </li>
      ))}
      {rest > 0 && <li className="text-[13px] text-ink-3">{t('more', { count: rest })}</li>}
    </ul>
  )
}

function ShipmentCell({ order, ...when }: DispatchRowProps) {
  const t = useTranslations('dispatch')
  const language = useLocale()
  const [first] = order.parcels
  const method = (['pickup', 'dropoff', 'direct'] as const).find((known) => known === first?.method)
  const notes = [
    first?.trackingNumber ?? null,
    order.parcels.length > 1 ? t('list.parcels', { count: order.parcels.length }) : null,
    // The platform's instant is somewhere in the slot, whose hours it does not repeat: the day alone is true.
    method === 'pickup' && first?.pickupAt
      ? t('list.pickupAt', { day: formatDayShort(localDay(first.pickupAt, when.timeZone), language) })
      : null,
  ].filter((note) => note !== null)
  const comesLate =
    method === 'pickup' &&
    first?.pickupAt &&
    order.shipBy &&
    localDay(first.pickupAt, when.timeZone) > localDay(order.shipBy, when.timeZone)
  return (
    <>
      <span className="block">
        {[method && t(`filters.methods.${method}`), first?.carrier ?? order.carrier].filter(Boolean).join(' · ') || '—'}
      </span>
      {notes.map((note) => (
        <span key={note} className="block text-[13px] text-ink-3 tabular-nums">
          {note}
        </span>
      ))}
      {comesLate && <span className="block text-[13px] font-medium text-warn">{t('list.pickupLate')}</span>}
    </>
  )
}

function DeadlineCell({ order: { shipBy, platformCancelsAt }, ...when }: DispatchRowProps) {
  const t = useTranslations('dispatch.list')
  const urgent = useTranslations('dispatch.urgent')
  const language = useLocale()
  if (!shipBy) return <span className="text-ink-3">{t('noDeadline')}</span>
  const day = shortTime(shipBy, language, when)
  if (shipBy >= when.now) return <span className="whitespace-nowrap tabular-nums">{day}</span>
  const left = platformCancelsAt && countdownTo(platformCancelsAt, when.now)
  return (
    <>
      <span className="font-medium whitespace-nowrap text-bad tabular-nums">{t('late', { day })}</span>
      {left && (
        <span className="block text-[13px] font-semibold text-bad">
          {t('cancels', { when: urgent(`cancelsIn.${left.unit}`, { count: left.count }) })}
        </span>
      )}
    </>
  )
}

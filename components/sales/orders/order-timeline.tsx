import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { formatDateTime } from '@/lib/core/dates'
import { orderStatuses } from '@/lib/sales/orders/schema'
import { stageOf } from '@/lib/sales/orders/stage'
import { timelineOf, type TimelineEntry } from '@/lib/sales/orders/timeline'
import type { OrderView } from '@/lib/sales/orders/views'

type OrderTimelineProps = { view: OrderView; timeZone: string }

export function OrderTimeline({ view, timeZone }: OrderTimelineProps) {
  const t = useTranslations('orders.detail')
  const language = useLocale()
  return (
    <Card>
      <CardHeader title={t('timelineTitle')} className="mb-3" />
      <ol>
        {timelineOf(view, view.now).map((entry, index) => (
          <li
            key={index}
            className="relative pb-4 pl-5 before:absolute before:top-3 before:bottom-0 before:left-[5px] before:w-px before:bg-line last:pb-0 last:before:hidden"
          >
            <span
              aria-hidden
              className={classNames(
                'absolute top-1.5 left-0.5 size-[7px] rounded-full',
                entry.kind === 'date' && entry.future ? 'border border-ink-3' : index === 0 ? 'bg-accent' : 'bg-ink-3',
              )}
            />
            <p className="font-medium">
              <EntryName entry={entry} platform={view.order.platform} />
            </p>
            <p className="text-[13px] text-ink-3 tabular-nums">
              {formatDateTime(entry.at, language, timeZone)}
              {entry.kind === 'event' && <ByWhom event={entry.event} />}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const dispatchEvents = [
  'shipmentArranged',
  'invoiceReceived',
  'invoiceMatched',
  'invoiceDropped',
  'invoiceSent',
  'invoiceCancelled',
  'trackingReceived',
  'takenOver',
  'labelPrinted',
  'labelReprinted',
  'cancellationAsked',
  'cancellationAnswered',
  'cancellationSent',
  'itemsCancelled',
  'itemsCancellationSent',
  'packed',
  'evidenceAdded',
  'proofSent',
  'returnAnswered',
  'returnReceived',
] as const

type EntryNameProps = { entry: TimelineEntry; platform: OrderView['order']['platform'] }

function EntryName({ entry, platform }: EntryNameProps) {
  const t = useTranslations('orders.detail')
  const stages = useTranslations('orders.stages')
  if (entry.kind === 'date') return t(`dates.${entry.name}`)
  const status = orderStatuses.find((known) => known === entry.event.to)
  const dispatched = dispatchEvents.find((known) => `order.${known}` === entry.event.event)
  if (dispatched) return t(`events.${dispatched}`)
  switch (entry.event.event) {
    case 'order.placed':
      return t('events.placed')
    case 'order.cancelled':
      return t('events.cancelled')
    case 'order.edited':
      return t('events.edited')
    case 'order.noted':
      return t('events.noted')
    case 'order.received':
      return t('events.received')
    default: {
      if (!status) return t('events.updated')
      const stage = stageOf({ platform, status, platformStatus: null, shippedAt: null })
      return t('events.statusChanged', { status: stages(stage) })
    }
  }
}

function ByWhom({ event }: { event: OrderView['events'][number] }) {
  const t = useTranslations('orders.detail.by')
  const who = event.own ? 'own' : event.actorKind
  return ` · ${t(who)}`
}

import { useLocale, useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import type { InvoiceDocument } from '@/lib/sales/dispatch/invoice-queue'
import type { OrderDispatch } from '@/lib/sales/dispatch/order-dispatch'
import type { Parcel } from '@/lib/sales/dispatch/order-details'
import { formatDateTime } from '@/lib/core/dates'
import { OrderDispatchActions } from './order-dispatch-actions'
import { AnswerCancellation } from './urgent-actions'
import { useLabelReason } from './use-label-reason'

type OrderDispatchCardProps = { dispatch: OrderDispatch; timeZone: string }

/** The parcels, the invoice, and what is to be done with them. */
export function OrderDispatchCard({ dispatch, timeZone }: OrderDispatchCardProps) {
  const t = useTranslations('dispatch.order')
  const { parcels, cancellationAsked, isOpen, canDecide, orderId, code } = dispatch
  return (
    <Card>
      <CardHeader title={t('title')} className="mb-3" />
      <div className="grid gap-4">
        {cancellationAsked && isOpen && (
          <div className="grid gap-2 rounded-control border border-warn bg-warn-soft p-3">
            <p className="font-medium">{t('asked')}</p>
            {canDecide && <AnswerCancellation orderId={orderId} code={code} />}
          </div>
        )}
        {parcels.map((parcel) => (
          <ParcelPart key={parcel.id} parcel={parcel} timeZone={timeZone} />
        ))}
        <InvoicePart dispatch={dispatch} />
        <OrderDispatchActions dispatch={dispatch} />
      </div>
    </Card>
  )
}

function ParcelPart({ parcel, timeZone }: { parcel: Parcel; timeZone: string }) {
  const t = useTranslations('dispatch')
  const labelReason = useLabelReason()
  const language = useLocale()
  const { number, carrier, trackingNumber, printedAt, printCount, labelState, labelError } = parcel
  const method = (['pickup', 'dropoff', 'direct'] as const).find((known) => known === parcel.method)
  const day = printedAt && formatDateTime(printedAt, language, timeZone)
  const printed =
    day && (printCount > 1 ? t('label.reprinted', { count: printCount - 1, day }) : t('label.printed', { day }))
  const label =
    printed ??
    (printCount > 0
      ? t('label.stale')
      : labelState === 'failed'
        ? t('label.failed', { reason: labelReason(labelError) })
        : t(`label.${labelState}`))
  const lines = [
    [t('order.method'), [method && t(`filters.methods.${method}`), carrier].filter(Boolean).join(' · ') || '—'],
    [t('order.tracking'), trackingNumber ?? t('list.trackingNone')],
    [t('order.label'), label],
  ] as const
  return (
    <section>
      <h3 className="text-[13px] font-semibold wrap-anywhere">{t('order.package', { number })}</h3>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-[13px]">
        {lines.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="min-w-0 wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const tones: Record<InvoiceDocument['state'], Tone> = {
  received: 'accent',
  sent: 'neutral',
  accepted: 'good',
  rejected: 'bad',
  cancelled: 'neutral',
}

function InvoicePart({ dispatch: { invoices, invoiceState, invoiceReason } }: { dispatch: OrderDispatch }) {
  const t = useTranslations('dispatch')
  const summary =
    invoiceState === 'rejected'
      ? invoiceReason
        ? t('invoice.rejected', { reason: invoiceReason })
        : t('invoice.rejectedNoReason')
      : invoiceState === 'sent' || invoiceState === 'valid'
        ? t(`invoice.${invoiceState}`)
        : invoices.length === 0
          ? t('order.noInvoice')
          : null
  return (
    <section>
      <h3 className="text-[13px] font-semibold">{t('order.invoiceTitle')}</h3>
      {summary && (
        <p className={invoiceState === 'rejected' ? 'text-[13px] text-bad' : 'text-[13px] text-ink-2'}>{summary}</p>
      )}
      <ul className="mt-1 grid gap-1.5">
        {invoices.map((document) => (
          <li key={document.id} className="text-[13px]">
            <span className="flex flex-wrap items-center gap-x-2">
              {document.number && (
                <span className="tabular-nums">
                  {t('order.number', { number: document.number, series: document.series ?? '—' })}
                </span>
              )}
              <Badge tone={tones[document.state]}>{t(`order.state.${document.state}`)}</Badge>
              {document.opens && <a href={`/api/dispatch/invoices/${document.id}`}>{t('order.openFile')}</a>}
            </span>
            {document.reason && document.reason !== invoiceReason && (
              <span className="block text-bad">{document.reason}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

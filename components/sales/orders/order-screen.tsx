import { ChevronLeftIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { RecordHistory } from '@/components/insight/audit-log/record-history'
import { ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { PrintButton } from '@/components/ui/print-button'
import { PrintHeading } from '@/components/ui/print-heading'
import { formatDateTime } from '@/lib/core/dates'
import { stageOf } from '@/lib/sales/orders/stage'
import type { OrderView } from '@/lib/sales/orders/views'
import type { BuyerErasure } from '@/lib/insight/privacy/schema'
import { CancelItems } from './cancel-items'
import { OrderBuyerCard } from './order-buyer-card'
import { OrderFeeDetails } from './order-fee-details'
import { OrderItemsCard } from './order-items-card'
import { OrderNoteCard } from './order-note-card'
import { OrderProfitCard } from './order-profit-card'
import { OrderSettlementCard } from './order-settlement-card'
import { OrderStatusActions } from './order-status-actions'
import { OrderTimeline } from './order-timeline'
import { ReceiveOrder } from './receive-order'
import { ShippingBar } from './shipping-bar'
import { StageBadge } from './stage-badge'
import { Card, CardHeader } from '@/components/ui/card'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { Language } from '@/lib/core/language'
import { formatNumber } from '@/lib/core/money'

const dispatchId = 'dispatch'

type OrderScreenProps = {
  view: OrderView
  /** The possible actions for its buyer; null for roles that do not answer buyers. */
  erasure?: BuyerErasure | null
  /** The next steps of a marketplace's order. */
  dispatch?: ReactNode
  timeZone: string
  company: string
  /** The list that somebody came from. */
  backHref: string
  editHref: string
}

export function OrderScreen({ view, erasure, dispatch, timeZone, company, backHref, editHref }: OrderScreenProps) {
  const t = useTranslations('orders.detail')
  const edit = useTranslations('orders.edit')
  const language = useLocale()
  const { order, outletName, profit, settlement } = view
  const code = order.externalCode ?? order.code
  const own = code === order.code ? '' : ` · ${order.code}`
  const placed = t('placed', { outlet: outletName, at: formatDateTime(order.placedAt, language, timeZone) })
  return (
    <>
      <PrintHeading company={company}>
        {t('printedAt', { at: formatDateTime(view.now, language, timeZone) })}
      </PrintHeading>
      <Link
        data-print="hide"
        href={backHref}
        className="mb-1 inline-flex min-h-6 items-center gap-1 text-[13px] text-ink-2 no-underline hover:text-ink hover:underline"
      >
        <ChevronLeftIcon aria-hidden className="size-3.5 stroke-2" />
        {t('back')}
      </Link>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {t('title', { code })}
            <StageBadge stage={stageOf(order)} />
          </span>
        }
        description={<span className="tabular-nums">{placed + own}</span>}
        actions={
          <>
            <PrintButton>{t('print')}</PrintButton>
            {view.canEdit && <ButtonLink href={editHref}>{edit('action')}</ButtonLink>}
            <OrderStatusActions
              id={order.id}
              code={code}
              version={order.version}
              steps={view.steps}
              canCancel={view.canCancel}
              hasLeft={order.status === 'shipped'}
            />
          </>
        }
      />
      {order.platform !== 'manual' && <PlatformNote order={order} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4">
          <OrderItemsCard
            order={order}
            actions={
              view.canCancelItems && (
                <span data-print="hide">
                  <CancelItems order={order} code={code} />
                </span>
              )
            }
          />
          <div data-print="hide" className="grid min-w-0 gap-4">
            {profit && <OrderProfitCard view={{ ...view, profit }} timeZone={timeZone} />}
            {view.away.length > 0 && <ReceiveOrder id={order.id} version={order.version} away={view.away} />}
            <OrderStockCard view={view} timeZone={timeZone} />
          </div>
        </div>
        {dispatch && <ShippingBar status={order.status} to={dispatchId} />}
        <div className="grid min-w-0 gap-4">
          <div data-print="hide" className="grid min-w-0 gap-4">
            {dispatch && (
              <div id={dispatchId} className="min-w-0 scroll-mt-18">
                {dispatch}
              </div>
            )}
            {settlement && <OrderSettlementCard settlement={settlement} timeZone={timeZone} />}
            {view.feeDetails && view.feeDetails.length > 0 && (
              <OrderFeeDetails details={view.feeDetails} rows={profit?.rows ?? []} />
            )}
            <OrderTimeline view={view} timeZone={timeZone} />
          </div>
          <OrderBuyerCard view={view} erasure={erasure} timeZone={timeZone} />
          <div data-print="hide">
            <OrderNoteCard
              id={order.id}
              note={order.note}
              noteVersion={order.noteVersion}
              platformNote={order.platformNote}
              canNote={view.canNote}
            />
          </div>
        </div>
      </div>
      <RecordHistory kind="order" id={view.order.id} />
    </>
  )
}

function PlatformNote({ order }: { order: OrderView['order'] }) {
  const t = useTranslations('orders.detail')
  const parts = [
    order.platformStatus && t('platformStatus', { status: order.platformStatus }),
    order.trackingNumber && `${t('tracking')}: ${order.trackingNumber}`,
  ].filter(Boolean)
  return (
    <p className="mb-4 rounded-card border border-line bg-sunken px-4 py-3">
      <span className="block">{t('follows')}</span>
      {parts.length > 0 && <span className="block text-ink-2">{parts.join(' · ')}</span>}
    </p>
  )
}

function OrderStockCard({ view, timeZone }: { view: OrderView; timeZone: string }) {
  const t = useTranslations('orders.detail')
  const language = useLocale()
  const { movements, order } = view
  if (movements.length === 0)
    return (
      <Card>
        <CardHeader title={t('stockTitle')} description={t('stockNone')} />
      </Card>
    )
  const returning = order.platform === 'manual' && stageOf(order) === 'returning'
  return (
    <Card flush>
      <CardHeader title={t('stockTitle')} description={returning && t('stockReturning')} className="px-4 pt-4 pb-2" />
      <Table label={t('stockTitle')} sticky={false} focusable>
        <Thead>
          <Th>{t('movement')}</Th>
          <Th>{t('product')}</Th>
          <Th numeric>{t('onHand')}</Th>
          <Th numeric>{t('reserved')}</Th>
          <Th numeric>{t('when')}</Th>
        </Thead>
        <Tbody>
          {movements.map((movement) => (
            <Tr key={String(movement.id)}>
              <Td primary className="max-md:col-start-1!">
                {t(`movements.${movement.kind}`)}
              </Td>
              <Td>{movement.sku}</Td>
              <Td numeric label={t('onHand')}>
                {signed(movement.onHandDelta, language)}
              </Td>
              <Td numeric label={t('reserved')}>
                {signed(movement.reservedDelta, language)}
              </Td>
              <Td numeric label={t('when')}>
                {formatDateTime(movement.occurredAt, language, timeZone)}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

function signed(units: bigint, language: Language): string {
  if (units === 0n) return '—'
  return `${units > 0n ? '+' : '−'}${formatNumber(units < 0n ? -units : units, language)}`
}

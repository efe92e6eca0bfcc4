import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { RowControl, RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDateTime, formatDay, formatDayShort, formatTime, localDay } from '@/lib/dates'
import type { Language } from '@/lib/language'
import { formatMoney, formatNumber } from '@/lib/money'
import { deskPath, orderHref } from '@/lib/orders/filters'
import { stageOf } from '@/lib/orders/stage'
import type { ListedOrder, OrderList } from '@/lib/orders/views'
import { StageBadge } from './stage-badge'

/** Where orders can be picked: the box of the page, and of each order. */
type Picking = { all: ReactNode; one: (order: ListedOrder) => ReactNode }
type OrderTableProps = { list: OrderList; timeZone: string; picking?: Picking }

export function OrderTable({ list, timeZone, picking }: OrderTableProps) {
  const t = useTranslations('orders.list')
  return (
    <Table label={t('title')} className="border-t border-line">
      <Thead>
        {picking && <Th narrow>{picking.all}</Th>}
        <Th className="md:min-w-48">{t('order')}</Th>
        <Th>{t('items')}</Th>
        <Th numeric>{t('units')}</Th>
        <Th numeric>{t('value')}</Th>
        {list.seesMoney && <Th numeric>{t('net')}</Th>}
        {showsMargin(list) && <Th numeric>{t('margin')}</Th>}
        <Th>{t('status')}</Th>
      </Thead>
      <Tbody>
        {list.page.rows.map((order) => (
          <OrderTableRow key={order.id} order={order} list={list} timeZone={timeZone} picking={picking} />
        ))}
      </Tbody>
    </Table>
  )
}

/** The quick list has enough with the net. */
const showsMargin = ({ seesMoney, path }: OrderList) => seesMoney && path === deskPath

function OrderTableRow({ order, list, timeZone, picking }: OrderTableProps & { order: ListedOrder }) {
  const t = useTranslations('orders.list')
  const language = useLocale()
  return (
    <Tr className="has-[input:checked]:bg-accent-soft">
      {picking && (
        <Td narrow>
          <RowControl>{picking.one(order)}</RowControl>
        </Td>
      )}
      <Td primary className={picking ? undefined : 'max-md:col-start-1!'}>
        <RowLink href={orderHref(order.id, list)} className="whitespace-nowrap">
          {order.externalCode ?? order.code}
        </RowLink>
        <span className="block text-[13px] font-normal text-ink-3">
          <span className="whitespace-nowrap tabular-nums">{listedTime(order.placedAt, language, timeZone, list)}</span>
          {' · '}
          {order.outletName}
          {order.externalCode && order.externalCode !== order.code && (
            <span className="block whitespace-nowrap tabular-nums">{order.code}</span>
          )}
        </span>
      </Td>
      <Td>
        <span className="line-clamp-2 max-w-96">
          {order.firstTitle}
          {order.lines > 1n && (
            <>
              {' '}
              <span aria-hidden className="text-[13px] text-ink-3 tabular-nums">
                {t('more', { count: Number(order.lines) - 1 })}
              </span>
              <span className="sr-only">{t('moreSpoken', { count: Number(order.lines) - 1 })}</span>
            </>
          )}
        </span>
        {(order.firstVariation ?? order.customerName) && (
          <span className="block max-w-96 truncate text-[13px] text-ink-3">
            {[order.firstVariation, order.customerName].filter(Boolean).join(' · ')}
          </span>
        )}
      </Td>
      <Td numeric label={t('units')}>
        {formatNumber(order.units, language)}
      </Td>
      <Td numeric label={t('value')} className="font-medium">
        {formatMoney(order.revenueCents, language)}
      </Td>
      {list.seesMoney && (
        <Td numeric label={t('net')}>
          <NetCell order={order} />
        </Td>
      )}
      {showsMargin(list) && (
        <Td numeric label={t('margin')}>
          <MarginCell order={order} />
        </Td>
      )}
      <Td className="max-md:mt-1">
        <StageBadge stage={stageOf(order)} />
        <StageNote order={order} list={list} timeZone={timeZone} picking={picking} />
      </Td>
    </Tr>
  )
}

/** Only what is a sale has a net; what no fee is known of shows a dash, never its gross. */
function NetCell({ order }: { order: ListedOrder }) {
  const t = useTranslations('orders.list')
  const language = useLocale()
  const isSale = order.status !== 'pending' && order.status !== 'cancelled'
  if (!isSale || order.netCents === null || order.netCents === undefined)
    return <span className="text-ink-3">{'—'}</span>
  return (
    <>
      {formatMoney(order.netCents, language)}
      {order.netEstimated && <span className="block text-xs text-ink-3">{t('estimated')}</span>}
    </>
  )
}

function MarginCell({ order: { marginCents, status } }: { order: ListedOrder }) {
  const t = useTranslations('orders.list')
  const language = useLocale()
  if (marginCents === null || marginCents === undefined)
    return (
      <span className="text-ink-3">
        {'—'}
        {status !== 'pending' && status !== 'cancelled' && <span className="sr-only">{t('marginUnknown')}</span>}
      </span>
    )
  return (
    <span className={marginCents < 0n ? 'font-medium text-bad' : undefined}>{formatMoney(marginCents, language)}</span>
  )
}

function StageNote({ order, list, timeZone }: OrderTableProps & { order: ListedOrder }) {
  const t = useTranslations('orders.list')
  const language = useLocale()
  const { status, shipBy, cancellationAsked, unmapped } = order
  const isOpen = status === 'confirmed' || status === 'processing'
  if (isOpen && cancellationAsked)
    return <span className="block text-[13px] font-medium text-warn">{t('cancellationAsked')}</span>
  if (unmapped && list.path === deskPath && status !== 'cancelled')
    return <span className="block text-[13px] font-medium text-warn">{t('unmapped')}</span>
  if (!isOpen || !shipBy) return null
  const day = shortTime(shipBy, language, timeZone, list)
  return shipBy < list.now ? (
    <span className="block text-[13px] font-medium whitespace-nowrap text-bad">{t('late', { day })}</span>
  ) : (
    <span className="block text-[13px] whitespace-nowrap text-ink-3">{t('shipBy', { day })}</span>
  )
}

/** '21/11 14:32', and of another year the day alone, so that it stays on its line. */
function listedTime(at: Date, language: Language, timeZone: string, list: Pick<OrderList, 'today'>): string {
  const day = localDay(at, timeZone)
  return day.slice(0, 4) === list.today.slice(0, 4) ? shortTime(at, language, timeZone, list) : formatDay(day, language)
}

/** '21/11 14:32'; with its year when that is another. */
function shortTime(at: Date, language: Language, timeZone: string, { today }: Pick<OrderList, 'today'>): string {
  const day = localDay(at, timeZone)
  if (day.slice(0, 4) !== today.slice(0, 4)) return formatDateTime(at, language, timeZone)
  return `${formatDayShort(day, language)} ${formatTime(at, language, timeZone)}`
}

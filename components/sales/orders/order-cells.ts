import { useLocale, useTranslations } from 'next-intl'
import { formatDateTime, formatDay, formatDayShort, formatTime, localDay } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { orderListPath } from '@/lib/sales/orders/filters'
import { stageOf } from '@/lib/sales/orders/stage'
import type { ListedOrder, OrderList } from '@/lib/sales/orders/views'
import type { OrderCells } from './order-rows'
import { stageTones } from './stage-badge'

type Words = {
  list: OrderList
  timeZone: string
  t: ReturnType<typeof useTranslations<'orders.list'>>
  stages: ReturnType<typeof useTranslations<'orders.stages'>>
  language: Language
}

/** The quick list has enough with the net. */
export const showsMargin = ({ seesMoney, path }: OrderList) => seesMoney && path === orderListPath

/** The rows of a list, once: what picks orders is given the same, and then they are sent once. */
export function useOrderCells(list: OrderList, timeZone: string): OrderCells[] {
  const t = useTranslations('orders.list')
  const stages = useTranslations('orders.stages')
  const language = useLocale()
  return list.page.rows.map((order) => cellsOf(order, { list, timeZone, t, stages, language }))
}

/** The cells of an order's row; empty ones are left out, not sent. */
function cellsOf(order: ListedOrder, words: Words): OrderCells {
  const { list, timeZone, t, stages, language } = words
  const stage = stageOf(order)
  const about = [order.firstVariation, order.customerName].filter(Boolean).join(' · ')
  const placed = listedTime(order.placedAt, language, timeZone, list).replaceAll(' ', '\u00a0')
  const notes = notesOf(order, words)
  return {
    id: order.id,
    code: order.externalCode ?? order.code,
    version: order.version,
    placed: `${placed} · ${order.outletName}`,
    ...(order.externalCode && order.externalCode !== order.code && { ownCode: order.code }),
    title: order.firstTitle,
    ...(order.lines > 1n && { more: t('more', { count: Number(order.lines) - 1 }) }),
    ...(about && { about }),
    units: formatNumber(order.units, language),
    value: order.unpriced && order.revenueCents === 0n ? '—' : formatMoney(order.revenueCents, language),
    ...(list.seesMoney && netOf(order, language)),
    ...(showsMargin(list) && marginOf(order, words)),
    stage: stages(stage),
    tone: stageTones[stage],
    ...(notes.length > 0 && { notes }),
  }
}

const isSale = ({ status }: ListedOrder) => status !== 'pending' && status !== 'cancelled'

/** Only what is a sale has a net; what no fee is known of shows a dash, never its gross. */
function netOf(order: ListedOrder, language: Language): Pick<OrderCells, 'net' | 'isEstimated'> {
  const { netCents, netEstimated } = order
  if (!isSale(order) || netCents === null || netCents === undefined) return { net: '—' }
  return { net: formatMoney(netCents, language), ...(netEstimated && { isEstimated: true }) }
}

type Margin = Pick<OrderCells, 'margin' | 'isLoss' | 'marginUnknown'>

function marginOf(order: ListedOrder, { t, language }: Words): Margin {
  const { marginCents } = order
  if (marginCents !== null && marginCents !== undefined)
    return { margin: formatMoney(marginCents, language), ...(marginCents < 0n && { isLoss: true }) }
  return { margin: '—', ...(isSale(order) && { marginUnknown: t('marginUnknown') }) }
}

/** All that the stage does not say: until when it has to leave stands beside what else is wrong with it. */
function notesOf(order: ListedOrder, { list, timeZone, t, language }: Words): NonNullable<OrderCells['notes']> {
  const { status, shipBy, isHistory, cancellationAsked, unmapped, unpriced } = order
  const isOpen = status === 'confirmed' || status === 'processing'
  const notes: NonNullable<OrderCells['notes']> = []
  if (isOpen && isHistory) notes.push({ text: t('pastSale') })
  else if (isOpen && shipBy) {
    const day = shortTime(shipBy, language, timeZone, list)
    notes.push(shipBy < list.now ? { text: t('late', { day }), tone: 'bad' } : { text: t('shipBy', { day }) })
  }
  if (isOpen && cancellationAsked && !isHistory) notes.push({ text: t('cancellationAsked'), tone: 'warn' })
  if (unmapped && list.path === orderListPath && status !== 'cancelled')
    notes.push({ text: t('unmapped'), tone: 'warn' })
  if (unpriced && status !== 'cancelled') notes.push({ text: t('unpriced'), tone: 'warn' })
  return notes
}

/** '21/11 14:32', and of another year the day alone, so that it stays on its line. */
function listedTime(at: Date, language: Language, timeZone: string, { today }: Pick<OrderList, 'today'>): string {
  const day = localDay(at, timeZone)
  return isOfYear(day, today)
    ? `${formatDayShort(day, language)} ${formatTime(at, language, timeZone)}`
    : formatDay(day, language)
}

/** '21/11 14:32'; with its year when that is another. */
function shortTime(at: Date, language: Language, timeZone: string, { today }: Pick<OrderList, 'today'>): string {
  const day = localDay(at, timeZone)
  if (!isOfYear(day, today)) return formatDateTime(at, language, timeZone)
  return `${formatDayShort(day, language)} ${formatTime(at, language, timeZone)}`
}

const isOfYear = (day: string, today: string) => day.slice(0, 4) === today.slice(0, 4)

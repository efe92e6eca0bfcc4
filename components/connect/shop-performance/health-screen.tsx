import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Definition } from '@/components/ui/definition'
import { EmptyState } from '@/components/ui/empty-state'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDateTime, formatDay } from '@/lib/core/dates'
import type {
  BlockedListing,
  HealthValue,
  LateOrder,
  ListingPeriod,
  ShopHealthView,
  ShopVisits,
} from '@/lib/connect/shop-performance/views'
import { fineOf, finedAboveCents } from '@/lib/connect/shop-performance/fines'
import { formatMoney, formatNumber, formatPercent } from '@/lib/core/money'

type HealthScreenProps = { shops: ShopHealthView[]; timeZone: string }

export function HealthScreen({ shops, timeZone }: HealthScreenProps) {
  const t = useTranslations('health')
  if (shops.length === 0)
    return (
      <Card>
        <EmptyState
          kind="first"
          title={t('none')}
          text={t('noneText')}
          action={<ButtonLink href="/dashboard/shops">{t('connect')}</ButtonLink>}
        />
      </Card>
    )
  return (
    <div className="grid min-w-0 gap-6">
      {shops.map((shop) => (
        <ShopHealth key={shop.shopId} shop={shop} timeZone={timeZone} />
      ))}
    </div>
  )
}

function ShopHealth({ shop, timeZone }: { shop: ShopHealthView; timeZone: string }) {
  const t = useTranslations('health')
  const language = useLocale()
  return (
    <section aria-label={shop.shopName} className="grid min-w-0 gap-3">
      <Card flush>
        <div className="flex flex-wrap items-baseline gap-x-3 px-4 py-3">
          <h2 className="text-base font-title">{shop.shopName}</h2>
          {shop.isConnected && (
            <p className="text-[13px] text-ink-3">
              {shop.asOf ? t('asOf', { at: formatDateTime(shop.asOf, language, timeZone) }) : t('notYet')}
              {shop.problem && <span className="text-warn">{` ${t('failed')}`}</span>}
            </p>
          )}
        </div>
        {shop.asOf && (
          <ul className="grid grid-cols-2 gap-px overflow-hidden border-t border-line bg-line sm:grid-cols-3 xl:grid-cols-6">
            {shop.values.map((value) => (
              <Mark key={value.mark} value={value} />
            ))}
          </ul>
        )}
      </Card>
      {shop.lateOrders.length > 0 && <LateOrders rows={shop.lateOrders} timeZone={timeZone} />}
      {shop.blockedListings.length > 0 && <BlockedListings rows={shop.blockedListings} />}
      {shop.visits.length > 0 && <Visits rows={shop.visits} />}
      {shop.listings && <VisitsOfListings period={shop.listings} />}
    </section>
  )
}

function Mark({ value: { mark, value, target, previous, isOff } }: { value: HealthValue }) {
  const t = useTranslations('health')
  const language = useLocale()
  const written = (number: number) => {
    const text = new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(number)
    if (mark === 'lateShipmentRate' || mark === 'nonFulfilmentRate') return t('percent', { value: text })
    return mark === 'preparationDays' ? t('days', { value: text }) : text
  }
  // Only a rate shows its target: that of a count is zero.
  const isRate = mark === 'lateShipmentRate' || mark === 'nonFulfilmentRate' || mark === 'preparationDays'
  const fine = mark === 'penaltyPoints' && value !== null ? fineOf(value) : null
  const notes = [
    value === null && t('notReported'),
    value !== null && target !== null && isRate && t('target', { value: written(target) }),
    previous !== null && t('before', { value: written(previous) }),
  ].filter((note) => note !== false)
  const alarms = [
    isOff && t(isRate ? 'off' : 'attention'),
    fine !== null && t('fine', { fine: formatMoney(fine, language), sales: formatMoney(finedAboveCents, language) }),
  ].filter((note) => note !== false)
  return (
    // The figures of a row stand in one line, however many lines a name takes.
    <li className="row-span-2 grid grid-rows-subgrid gap-y-0.5 bg-surface px-4 py-3">
      <h3 className="text-[13px] font-medium text-ink-2 [&>span]:align-middle">
        {t(`marks.${mark}`)}{' '}
        <Definition label={t('how', { mark: t(`marks.${mark}`) })}>{t(`means.${mark}`)}</Definition>
      </h3>
      <div>
        <p className={classNames('text-lg leading-6 font-title tabular-nums', isOff && 'text-bad')}>
          {value === null ? '—' : written(value)}
        </p>
        {notes.map((note) => (
          <p key={note} className="text-xs text-ink-3 tabular-nums">
            {note}
          </p>
        ))}
        {alarms.length > 0 && <p className="text-xs font-semibold text-bad">{alarms.join(' · ')}</p>}
      </div>
    </li>
  )
}

function LateOrders({ rows, timeZone }: { rows: LateOrder[]; timeZone: string }) {
  const t = useTranslations('health')
  const language = useLocale()
  return (
    <Card flush>
      <CardHeader level={3} title={t('marks.lateOrders')} className="px-4 py-4" />
      <Table label={t('marks.lateOrders')} className="border-t border-line">
        <Thead>
          <Th>{t('order')}</Th>
          <Th>{t('due')}</Th>
          <Th numeric>{t('lateBy')}</Th>
        </Thead>
        <Tbody>
          {rows.map(({ code, orderId, dueAt, lateDays }) => (
            <Tr key={code}>
              <Td primary className="tabular-nums max-md:col-start-1!">
                {orderId ? <Link href={`/dashboard/orders/${orderId}`}>{code}</Link> : code}
              </Td>
              <Td label={t('due')} className="tabular-nums">
                {dueAt ? formatDateTime(dueAt, language, timeZone) : '—'}
              </Td>
              <Td numeric label={t('lateBy')}>
                {lateDays === null ? '—' : t('daysLate', { count: lateDays })}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

function Visits({ rows }: { rows: ShopVisits[] }) {
  const t = useTranslations('health.visits')
  const language = useLocale()
  const count = (value: number | null) => (value === null ? '—' : formatNumber(value, language))
  return (
    <Card flush>
      <CardHeader level={3} title={t('title')} description={t('text')} className="px-4 py-4" />
      <Table label={t('title')} className="border-t border-line">
        <Thead>
          <Th>{t('day')}</Th>
          <Th numeric>{t('visitors')}</Th>
          <Th numeric>{t('clicks')}</Th>
          <Th numeric>{t('orders')}</Th>
          <Th numeric>{t('conversion')}</Th>
        </Thead>
        <Tbody>
          {rows.map(({ day, visitors, clicks, orders, conversionBp }) => (
            <Tr key={day}>
              <Td primary className="tabular-nums max-md:col-start-1!">
                {formatDay(day, language)}
              </Td>
              <Td numeric label={t('visitors')}>
                {count(visitors)}
              </Td>
              <Td numeric label={t('clicks')}>
                {count(clicks)}
              </Td>
              <Td numeric label={t('orders')}>
                {count(orders)}
              </Td>
              <Td numeric label={t('conversion')}>
                {conversionBp === null ? '—' : formatPercent(conversionBp / 10_000, language, { fractionDigits: 2 })}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

function VisitsOfListings({ period: { from, to, rows, total } }: { period: ListingPeriod }) {
  const t = useTranslations('health.listings')
  const language = useLocale()
  const count = (value: number | null) => (value === null ? '—' : formatNumber(value, language))
  const days = { from: formatDay(from, language), to: formatDay(to, language) }
  return (
    <Card flush>
      <CardHeader
        level={3}
        title={t('title')}
        description={t(total > rows.length ? 'textOf' : 'text', { ...days, shown: rows.length, total })}
        className="px-4 py-4"
      />
      <Table label={t('title')} className="border-t border-line">
        <Thead>
          <Th>{t('listing')}</Th>
          <Th numeric>{t('visitors')}</Th>
          <Th numeric>{t('cart')}</Th>
          <Th numeric>{t('units')}</Th>
          <Th numeric>{t('conversion')}</Th>
        </Thead>
        <Tbody>
          {rows.map(({ itemId, title, visitors, cartUnits, units, conversionBp }) => (
            <Tr key={itemId}>
              <Td primary className="max-md:col-start-1!">
                {title}
                <span className="block text-[13px] font-normal text-ink-3 tabular-nums">{itemId}</span>
              </Td>
              <Td numeric label={t('visitors')}>
                {count(visitors)}
              </Td>
              <Td numeric label={t('cart')}>
                {count(cartUnits)}
              </Td>
              <Td numeric label={t('units')}>
                {count(units)}
              </Td>
              <Td numeric label={t('conversion')}>
                {conversionBp === null ? '—' : formatPercent(conversionBp / 10_000, language, { fractionDigits: 2 })}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

const known = [1, 2, 3, 4, 5, 6, 7] as const

function BlockedListings({ rows }: { rows: BlockedListing[] }) {
  const t = useTranslations('health')
  return (
    <Card flush>
      <CardHeader level={3} title={t('marks.blockedListings')} className="px-4 py-4" />
      <Table label={t('marks.blockedListings')} className="border-t border-line">
        <Thead>
          <Th>{t('listing')}</Th>
          <Th>{t('reason')}</Th>
        </Thead>
        <Tbody>
          {rows.map(({ itemId, title, reason }) => {
            const knownReason = known.find((one) => one === reason)
            return (
              <Tr key={itemId}>
                <Td primary className="max-md:col-start-1!">
                  {title ?? itemId}
                  <span className="block text-[13px] font-normal text-ink-3 tabular-nums">{itemId}</span>
                </Td>
                <Td label={t('reason')}>{knownReason ? t(`reasons.${knownReason}`) : t('otherReason')}</Td>
              </Tr>
            )
          })}
        </Tbody>
      </Table>
    </Card>
  )
}

import { sumOf } from '@/lib/core/big-int'
import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { NoData } from '@/components/ui/no-data'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { AnalyticsSections, AnalyticsView } from '@/lib/insight/analytics/views'
import { ordersHref } from '@/lib/sales/sales-figures/filters'
import { ratio } from '@/lib/sales/sales-figures/figures'
import { formatDay } from '@/lib/core/dates'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { ItemCell } from './item-cell'
import { Note, Share } from './parts'
import { ReasonsCard } from './reasons-card'
import { reasonKey, whoKey } from '@/lib/insight/analytics/reasons'

type Props = { view: AnalyticsView; section: AnalyticsSections['cancellations'] }

export function CancellationsSection({ view, section }: Props) {
  const t = useTranslations('analytics')
  const { reasons, returns, items } = section
  if (reasons.length === 0 && returns.length === 0)
    return <EmptyState kind="none" title={t('losses.none')} text={t('losses.noneText')} className="py-16" />
  return (
    <div className="grid items-start gap-4">
      <CancelReasons view={view} section={section} />
      <ReturnReasons section={section} />
      <ChannelLosses view={view} section={section} />
      {items.length > 0 && <ItemLosses section={section} />}
    </div>
  )
}

function CancelReasons({ view: { filters }, section: { reasons } }: Props) {
  const t = useTranslations('analytics')
  const language = useLocale()
  const { sayReason, sayWho } = useLossWords()
  const value = formatMoney(sumOf(reasons.map(({ cents }) => cents)), language)
  const count = Number(sumOf(reasons.map(({ orders }) => orders)))
  return (
    <ReasonsCard
      title={t('losses.cancellations')}
      description={t('losses.cancelled', { count, value })}
      counted={t('columns.orders')}
      valued={t('columns.value')}
      reasons={reasons.map(({ reason, by, orders, cents }) => ({
        key: `${reason}:${by}`,
        name: sayReason(reason),
        detail: sayWho(by),
        count: orders,
        cents,
      }))}
      href={ordersHref(filters, { status: 'cancelled' })}
      none={t('losses.noCancellations')}
      note={t('losses.cancelNote')}
    />
  )
}

function ReturnReasons({ section: { returns } }: Pick<Props, 'section'>) {
  const t = useTranslations('analytics')
  const language = useLocale()
  const { sayReason } = useLossWords()
  const value = formatMoney(sumOf(returns.map(({ cents }) => cents ?? 0n)), language)
  const count = Number(sumOf(returns.map((row) => row.returns)))
  const unknown = Number(sumOf(returns.map((row) => row.unknown)))
  return (
    <ReasonsCard
      title={t('losses.returns')}
      description={[t('losses.returned', { count, value }), t('losses.refundsUnknown', { count: unknown })]
        .filter(Boolean)
        .join(' · ')}
      counted={t('columns.returns')}
      valued={t('columns.refund')}
      reasons={returns.map(({ reason, returns: times, cents }) => ({
        key: `${reason}`,
        name: sayReason(reason),
        detail: null,
        count: times,
        cents,
      }))}
      none={t('losses.noReturns')}
      note={t('losses.returnNote')}
    />
  )
}

function ChannelLosses({ view, section: { salesChannels } }: Props) {
  const t = useTranslations('analytics')
  const language = useLocale()
  const names = new Map([...view.shops, ...view.channels].map(({ id, name }) => [id, name]))
  const { filters } = view
  return (
    <Card flush>
      <CardHeader title={t('losses.byShop')} className="p-4 pb-2" />
      <Table label={t('losses.byShop')} sticky={false}>
        <Thead>
          <Th>{t('columns.shop')}</Th>
          <Th numeric>{t('columns.placed')}</Th>
          <Th numeric>{t('columns.cancelled')}</Th>
          <Th numeric>{t('columns.cancelRate')}</Th>
          <Th numeric>{t('columns.value')}</Th>
          <Th numeric>{t('columns.returns')}</Th>
          <Th numeric>{t('columns.refund')}</Th>
        </Thead>
        <Tbody>
          {salesChannels.map((row) => (
            <Tr key={row.outlet}>
              <ItemCell
                title={names.get(row.outlet) ?? t('profit.unknown.shop')}
                detail={null}
                href={ordersHref({ ...filters, shop: row.outlet, channel: null }, { status: 'cancelled' })}
              />
              <Td numeric label={t('columns.placed')}>
                {formatNumber(row.placed, language)}
              </Td>
              <Td numeric label={t('columns.cancelled')}>
                {formatNumber(row.cancelled, language)}
              </Td>
              <Td numeric label={t('columns.cancelRate')}>
                <Share of={row.placed > 0n ? ratio(row.cancelled, row.placed) : null} />
              </Td>
              <Td numeric label={t('columns.value')}>
                {formatMoney(row.cancelledCents, language)}
              </Td>
              <Td numeric label={t('columns.returns')}>
                {formatNumber(row.returns, language)}
              </Td>
              <Td numeric label={t('columns.refund')}>
                {row.refundCents === null ? <NoData /> : formatMoney(row.refundCents, language)}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

function ItemLosses({ section: { items, covers } }: Pick<Props, 'section'>) {
  const t = useTranslations('analytics')
  const language = useLocale()
  const since = (day: string | null) => (day === null ? 'all' : formatDay(day, language))
  return (
    <Card flush>
      <CardHeader title={t('losses.byProduct')} className="p-4 pb-2" />
      <Table label={t('losses.byProduct')} sticky={false}>
        <Thead>
          <Th>{t('columns.product')}</Th>
          <Th numeric>{t('columns.cancelledUnits')}</Th>
          <Th numeric>{t('columns.value')}</Th>
          <Th numeric>{t('columns.returnedUnits')}</Th>
          <Th numeric>{t('columns.refund')}</Th>
        </Thead>
        <Tbody>
          {items.map((row) => (
            <Tr key={`${row.id}:${row.title}`}>
              <ItemCell
                title={row.title}
                detail={row.sku}
                href={row.mapped ? `/dashboard/products/${row.id}` : null}
                isUnmapped={!row.mapped}
              />
              <Td numeric label={t('columns.cancelledUnits')}>
                {formatNumber(row.cancelledUnits, language)}
              </Td>
              <Td numeric label={t('columns.value')}>
                {formatMoney(row.cancelledCents, language)}
              </Td>
              <Td numeric label={t('columns.returnedUnits')}>
                {formatNumber(row.returnedUnits, language)}
              </Td>
              <Td numeric label={t('columns.refund')}>
                {row.refundCents === null ? <NoData /> : formatMoney(row.refundCents, language)}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      <Note>
        {t('losses.productNote', { cancelled: since(covers.cancelledSince), returned: since(covers.returnedSince) })}
      </Note>
    </Card>
  )
}

/** The platform's English texts in the seller's words; an unknown one is shown as it came. */
function useLossWords() {
  const t = useTranslations('analytics.losses')
  return {
    sayReason: (reason: string | null) => {
      if (!reason) return t('reasons.none')
      const known = reasonKey(reason)
      return known ? t(`reasons.${known}`) : reason
    },
    sayWho: (by: string | null) => {
      const known = whoKey(by)
      return known ? t(`who.${known}`) : (by ?? t('who.unknown'))
    },
  }
}

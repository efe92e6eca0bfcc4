import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { AnalyticsSections, AnalyticsView } from '@/lib/analytics/views'
import { ordersHref } from '@/lib/dashboard/filters'
import { ratio } from '@/lib/dashboard/metrics'
import { formatMoney, formatNumber } from '@/lib/money'
import { ItemCell } from './item-cell'
import { Note, Share } from './parts'
import { ReasonChart } from './reason-chart'
import { useLossWords } from './loss-words'

type Props = { view: AnalyticsView; section: AnalyticsSections['cancellations'] }

const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n)

export function CancellationsSection({ view, section }: Props) {
  const t = useTranslations('analytics')
  const { reasons, returns, items } = section
  if (reasons.length === 0 && returns.length === 0)
    return <EmptyState kind="none" title={t('losses.none')} text={t('losses.noneText')} className="py-16" />
  return (
    <div className="grid items-start gap-4">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <CancelReasons view={view} section={section} />
        <ReturnReasons section={section} />
      </div>
      <OutletLosses view={view} section={section} />
      {items.length > 0 && <ItemLosses section={section} />}
    </div>
  )
}

function CancelReasons({ view: { filters }, section: { reasons } }: Props) {
  const t = useTranslations('analytics')
  const language = useLocale()
  const { sayReason, sayWho } = useLossWords()
  const all = sum(reasons.map(({ orders }) => orders))
  const href = ordersHref(filters, { status: 'cancelled' })
  return (
    <Card flush>
      <CardHeader
        title={t('losses.cancellations')}
        description={t('losses.cancelled', {
          count: Number(all),
          value: formatMoney(sum(reasons.map(({ cents }) => cents)), language),
        })}
        className="p-4 pb-2"
      />
      {reasons.length === 0 ? (
        <EmptyState kind="none" level={3} title={t('losses.noCancellations')} text="" className="py-8" />
      ) : (
        <>
          <ReasonChart
            label={t('losses.cancellations')}
            counted={t('columns.orders')}
            reasons={reasons.map(({ reason, orders }) => ({ name: sayReason(reason), count: orders }))}
          />
          <Table label={t('losses.cancellations')} sticky={false}>
            <Thead>
              <Th>{t('columns.reason')}</Th>
              <Th>{t('columns.by')}</Th>
              <Th numeric>{t('columns.orders')}</Th>
              <Th numeric>{t('columns.share')}</Th>
              <Th numeric>{t('columns.value')}</Th>
            </Thead>
            <Tbody>
              {reasons.map(({ reason, by, orders, cents }) => (
                <Tr key={`${reason}:${by}`}>
                  <Td>
                    <RowLink href={href}>{sayReason(reason)}</RowLink>
                  </Td>
                  <Td label={t('columns.by')}>{sayWho(by)}</Td>
                  <Td numeric label={t('columns.orders')}>
                    {formatNumber(orders, language)}
                  </Td>
                  <Td numeric label={t('columns.share')}>
                    <Share of={ratio(orders, all)} />
                  </Td>
                  <Td numeric label={t('columns.value')}>
                    {formatMoney(cents, language)}
                  </Td>
                </Tr>
              ))}
            </Tbody>
          </Table>
        </>
      )}
      <Note>{t('losses.cancelNote')}</Note>
    </Card>
  )
}

function ReturnReasons({ section: { returns } }: Pick<Props, 'section'>) {
  const t = useTranslations('analytics')
  const language = useLocale()
  const { sayReason } = useLossWords()
  const all = sum(returns.map((row) => row.returns))
  return (
    <Card flush>
      <CardHeader
        title={t('losses.returns')}
        description={t('losses.returned', {
          count: Number(all),
          value: formatMoney(sum(returns.map(({ cents }) => cents)), language),
        })}
        className="p-4 pb-2"
      />
      {returns.length === 0 ? (
        <EmptyState kind="none" level={3} title={t('losses.noReturns')} text="" className="py-8" />
      ) : (
        <>
          <ReasonChart
            label={t('losses.returns')}
            counted={t('columns.returns')}
            reasons={returns.map(({ reason, returns: count }) => ({ name: sayReason(reason), count }))}
          />
          <Table label={t('losses.returns')} sticky={false}>
            <Thead>
              <Th>{t('columns.reason')}</Th>
              <Th numeric>{t('columns.returns')}</Th>
              <Th numeric>{t('columns.share')}</Th>
              <Th numeric>{t('columns.refund')}</Th>
            </Thead>
            <Tbody>
              {returns.map(({ reason, returns: count, cents }) => (
                <Tr key={reason}>
                  <Td>{sayReason(reason)}</Td>
                  <Td numeric label={t('columns.returns')}>
                    {formatNumber(count, language)}
                  </Td>
                  <Td numeric label={t('columns.share')}>
                    <Share of={ratio(count, all)} />
                  </Td>
                  <Td numeric label={t('columns.refund')}>
                    {formatMoney(cents, language)}
                  </Td>
                </Tr>
              ))}
            </Tbody>
          </Table>
        </>
      )}
      <Note>{t('losses.returnNote')}</Note>
    </Card>
  )
}

function OutletLosses({ view, section: { outlets } }: Props) {
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
          {outlets.map((row) => (
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
                {formatMoney(row.refundCents, language)}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

function ItemLosses({ section: { items, lookedThrough } }: Pick<Props, 'section'>) {
  const t = useTranslations('analytics')
  const language = useLocale()
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
                {formatMoney(row.refundCents, language)}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      <Note>{t('losses.productNote', { count: formatNumber(lookedThrough, language) })}</Note>
    </Card>
  )
}

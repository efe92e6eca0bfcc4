import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDateTime } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import { formatNumber } from '@/lib/core/money'
import { stageOf } from '@/lib/sales/orders/stage'
import type { OrderView } from '@/lib/sales/orders/views'

export function OrderStockCard({ view, timeZone }: { view: OrderView; timeZone: string }) {
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

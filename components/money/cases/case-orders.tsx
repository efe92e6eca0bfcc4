import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { reconciliationPath } from '@/lib/money/cases/tabs'
import type { CaseView } from '@/lib/money/cases/views'
import { formatDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'

export function CaseOrders({ caseView: { orders, amountCents } }: { caseView: CaseView }) {
  const t = useTranslations('cases.detail')
  const language = useLocale()
  const isSurplus = amountCents < 0n
  const money = (cents: bigint | null) => (cents === null ? '—' : formatMoney(cents, language))
  return (
    <Card flush>
      <CardHeader title={t('ordersTitle')} className="p-4" />
      <Table label={t('ordersTitle')} className="border-t border-line">
        <Thead>
          <Th>{t('order')}</Th>
          <Th numeric>{t('expected')}</Th>
          <Th numeric>{t('paid')}</Th>
          <Th numeric>{t(isSurplus ? 'surplus' : 'asks')}</Th>
          <Th numeric>{t('cameBack')}</Th>
        </Thead>
        <Tbody>
          {orders.map((order) => (
            <Tr key={order.settlementId}>
              <Td primary className="max-md:col-start-1!">
                <RowLink href={`${reconciliationPath}/${order.settlementId}`} className="tabular-nums">
                  {order.code}
                </RowLink>
                <span className="block text-[13px] font-normal text-ink-3 tabular-nums">
                  {formatDay(order.day, language)}
                </span>
              </Td>
              <Td numeric label={t('expected')}>
                {money(order.expectedCents)}
              </Td>
              <Td numeric label={t('paid')}>
                {money(order.paidCents)}
              </Td>
              <Td numeric label={t(isSurplus ? 'surplus' : 'asks')} className="font-medium">
                {money(isSurplus ? -order.askedCents : order.askedCents)}
              </Td>
              <Td numeric label={t('cameBack')} className={order.returnedCents > 0n ? 'text-good' : 'text-ink-3'}>
                {order.returnedCents > 0n ? money(order.returnedCents) : '—'}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

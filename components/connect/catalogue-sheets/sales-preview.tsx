import { useLocale, useTranslations } from 'next-intl'
import { Card } from '@/components/ui/card'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { PreviewPage } from '@/lib/connect/catalogue-sheets/queries'
import type { SalePreview } from '@/lib/connect/catalogue-sheets/schema'
import { formatDay } from '@/lib/core/dates'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { orderStatuses } from '@/lib/sales/orders/schema'
import { MoreRows } from './more-rows'

export function SalesPreview({ page, base }: { page: PreviewPage<SalePreview>; base: string }) {
  const t = useTranslations('sheets.preview')
  const orders = useTranslations('orders.filters.statuses')
  const language = useLocale()
  const statusOf = (name: string) => {
    const status = orderStatuses.find((each) => each === name)
    return status ? orders(status) : name
  }
  return (
    <Card flush>
      <Table label={t('orders')} sticky={false} focusable>
        <Thead>
          <Th numeric>{t('row')}</Th>
          <Th>{t('order')}</Th>
          <Th>{t('day')}</Th>
          <Th>{t('channel')}</Th>
          <Th>{t('status')}</Th>
          <Th numeric>{t('units')}</Th>
          <Th numeric>{t('value')}</Th>
          <Th numeric>{t('fee')}</Th>
        </Thead>
        <Tbody>
          {page.rows.map(({ number, code, day, channel, status, units, revenueCents, feeCents }) => (
            <Tr key={number}>
              <Td label={t('row')} numeric>
                {number}
              </Td>
              <Td primary className="break-all">
                {code ?? <span className="font-normal text-ink-2">{t('noNumber')}</span>}
              </Td>
              <Td label={t('day')} className="whitespace-nowrap">
                {formatDay(day, language)}
              </Td>
              <Td label={t('channel')}>{channel}</Td>
              <Td label={t('status')}>{statusOf(status)}</Td>
              <Td label={t('units')} numeric>
                {formatNumber(units, language)}
              </Td>
              <Td label={t('value')} numeric>
                {formatMoney(BigInt(revenueCents), language)}
              </Td>
              <Td label={t('fee')} numeric>
                {feeCents === null ? t('feeByChannel') : formatMoney(BigInt(feeCents), language)}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      <MoreRows base={base} next={page.next} />
    </Card>
  )
}

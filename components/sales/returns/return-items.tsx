import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatNumber } from '@/lib/core/money'
import type { ReturnView } from '@/lib/sales/returns/views'

export function ReturnItems({ back: { items, receivedAt } }: { back: ReturnView }) {
  const t = useTranslations('returns')
  const language = useLocale()
  const matches = receivedAt ? (['sellable', 'damaged', 'missing'] as const) : []
  return (
    <Card flush>
      <CardHeader title={t('items')} className="px-4 py-4" />
      <Table label={t('items')} className="border-t border-line">
        <Thead>
          <Th>{t('item')}</Th>
          <Th numeric>{t('quantity')}</Th>
          {matches.map((what) => (
            <Th key={what} numeric>
              {t(`found.${what}`)}
            </Th>
          ))}
        </Thead>
        <Tbody>
          {items.map((item) => (
            <Tr key={item.line}>
              <Td primary className="max-md:col-start-1!">
                {item.title}
                <span className="block text-[13px] font-normal text-ink-3">
                  {[item.sku, item.variation].filter(Boolean).join(' · ')}
                </span>
              </Td>
              <Td numeric label={t('quantity')}>
                {formatNumber(item.quantity, language)}
              </Td>
              {matches.map((what) => (
                <Td key={what} numeric label={t(`found.${what}`)}>
                  {formatNumber(item[what] ?? 0, language)}
                </Td>
              ))}
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

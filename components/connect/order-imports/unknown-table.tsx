import { useLocale, useTranslations } from 'next-intl'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { ImportSummary } from '@/lib/connect/order-imports/schema'
import { formatMoney, formatNumber } from '@/lib/core/money'

export function UnknownTable({ summary }: { summary: ImportSummary }) {
  const t = useTranslations('imports.unknown')
  const language = useLocale()
  const { unknown = 0, unknownSample = [] } = summary
  if (unknownSample.length === 0) {
    return (
      <Card>
        <EmptyState kind="none" level={2} title={t('none')} text="" className="py-8" />
      </Card>
    )
  }
  return (
    <Card flush>
      <Table label={t('title')} sticky={false} focusable>
        <Thead>
          <Th>{t('title')}</Th>
          <Th>{t('sku')}</Th>
          <Th numeric>{t('units')}</Th>
          <Th numeric>{t('sales')}</Th>
        </Thead>
        <Tbody>
          {unknownSample.map(({ sku, title, variation, units, revenue }) => (
            <Tr key={`${sku} ${title} ${variation}`}>
              <Td primary>
                {title}
                {variation && <span className="block text-[13px] font-normal text-ink-3">{variation}</span>}
              </Td>
              <Td label={t('sku')} className="break-all">
                {sku ?? <span className="text-ink-3">{t('noSku')}</span>}
              </Td>
              <Td label={t('units')} numeric>
                {formatNumber(units, language)}
              </Td>
              <Td label={t('sales')} numeric>
                {formatMoney(BigInt(revenue), language)}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      {unknown > unknownSample.length && (
        <p className="border-t border-line px-4 py-3 text-[13px] text-ink-3">
          {t('shown', { count: unknownSample.length, total: unknown })}
        </p>
      )}
    </Card>
  )
}

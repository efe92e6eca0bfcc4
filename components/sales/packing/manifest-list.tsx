import { PrinterIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { RowControl, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { ManifestRow } from '@/lib/sales/packing/views'
import { formatDateTime } from '@/lib/core/dates'
import { formatNumber } from '@/lib/core/money'

export function ManifestList({ rows, timeZone }: { rows: ManifestRow[]; timeZone: string }) {
  const t = useTranslations('bench.manifest')
  const language = useLocale()
  return (
    <Card flush>
      <CardHeader title={t('listTitle')} className="px-4 py-4" />
      <Table label={t('listTitle')} className="border-t border-line">
        <Thead>
          <Th>{t('number')}</Th>
          <Th>{t('carrier')}</Th>
          <Th numeric>{t('parcels')}</Th>
          <Th>{t('closedAt')}</Th>
          <Th narrow>
            <span className="sr-only">{t('print')}</span>
          </Th>
        </Thead>
        <Tbody>
          {rows.map(({ id, number, carrier, parcels, closedAt }) => (
            <Tr key={id}>
              <Td primary className="tabular-nums max-md:col-start-1!">
                {t('named', { number })}
              </Td>
              <Td label={t('carrier')}>{carrier ?? t('noCarrier')}</Td>
              <Td numeric label={t('parcels')}>
                {formatNumber(parcels, language)}
              </Td>
              <Td label={t('closedAt')} className="whitespace-nowrap tabular-nums">
                {formatDateTime(closedAt, language, timeZone)}
              </Td>
              <Td narrow>
                <RowControl>
                  <a
                    href={`/api/dispatch/manifests/${id}`}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={t('printNamed', { number })}
                    className={buttonClass({ size: 'sm' })}
                  >
                    <PrinterIcon aria-hidden />
                    {t('print')}
                  </a>
                </RowControl>
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

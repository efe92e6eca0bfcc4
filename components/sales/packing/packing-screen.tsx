import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { MissesCard } from '@/components/catalog/warehouse/misses-card'
import { Card, CardHeader } from '@/components/ui/card'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr, RowControl } from '@/components/ui/table'
import type { PackingLists, PackingRow, ManifestRow } from '@/lib/sales/packing/views'
import { formatDateTime } from '@/lib/core/dates'
import type { MissList } from '@/lib/catalog/warehouse/shelf-miss-schema'
import { FreshFigures } from '@/components/shell/fresh-figures'
import { PackingStation } from './packing-station'
import { ManifestCard } from './manifest-card'
import { PrinterIcon } from '@heroicons/react/24/outline'
import { buttonClass } from '@/components/ui/button'
import { formatNumber } from '@/lib/core/money'

type PackingScreenProps = { lists: PackingLists; misses: MissList; timeZone: string }

export function PackingScreen({ lists: { unscanned, loose, manifests }, misses, timeZone }: PackingScreenProps) {
  return (
    <div className="grid min-w-0 gap-4">
      <FreshFigures of={['orders', 'parcels']} />
      <PackingStation timeZone={timeZone} />
      <MissesCard list={misses} />
      {unscanned.length > 0 && <Unscanned rows={unscanned} timeZone={timeZone} />}
      <ManifestCard rows={loose} timeZone={timeZone} />
      {manifests.length > 0 && <ManifestList rows={manifests} timeZone={timeZone} />}
    </div>
  )
}

function Unscanned({ rows, timeZone }: { rows: PackingRow[]; timeZone: string }) {
  const t = useTranslations('bench')
  const language = useLocale()
  return (
    <Card flush>
      <CardHeader
        title={t('unscanned.title')}
        description={t('unscanned.text', { count: rows.length })}
        className="px-4 py-4"
      />
      <Table label={t('unscanned.title')} className="border-t border-line">
        <Thead>
          <Th>{t('manifest.order')}</Th>
          <Th>{t('manifest.tracking')}</Th>
          <Th>{t('unscanned.printed')}</Th>
        </Thead>
        <Tbody>
          {rows.map((row) => (
            <Tr key={row.id}>
              <Td primary className="max-md:col-start-1!">
                <RowLink href={`/dashboard/orders/${row.orderId}`} className="tabular-nums">
                  {row.orderCode}
                </RowLink>
                <span className="block text-[13px] font-normal text-ink-3">{row.shopName}</span>
              </Td>
              <Td label={t('manifest.tracking')} className="tabular-nums">
                {row.trackingNumber ?? row.number}
              </Td>
              <Td label={t('unscanned.printed')} className="tabular-nums">
                <span className="whitespace-nowrap">{formatDateTime(row.at, language, timeZone)}</span>
                {row.isStopped && (
                  <span className="block">
                    <Badge tone="bad">{t('unscanned.stopped')}</Badge>
                  </span>
                )}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

function ManifestList({ rows, timeZone }: { rows: ManifestRow[]; timeZone: string }) {
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

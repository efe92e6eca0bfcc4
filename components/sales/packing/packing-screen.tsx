import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { MissesCard } from '@/components/catalog/warehouse/misses-card'
import { Card, CardHeader } from '@/components/ui/card'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { PackingLists, PackingRow } from '@/lib/sales/packing/views'
import { formatDateTime } from '@/lib/core/dates'
import type { MissList } from '@/lib/catalog/warehouse/shelf-miss-schema'
import { PackingStation } from './packing-station'
import { ManifestCard } from './manifest-card'
import { ManifestList } from './manifest-list'

type PackingScreenProps = { lists: PackingLists; misses: MissList; timeZone: string }

export function PackingScreen({ lists: { unscanned, loose, manifests }, misses, timeZone }: PackingScreenProps) {
  return (
    <div className="grid min-w-0 gap-4">
      <PackingStation timeZone={timeZone} />
      <MissesCard list={misses} />
      {unscanned.length > 0 && <Unscanned rows={unscanned} timeZone={timeZone} />}
      <ManifestCard key={loose.map(({ id }) => id).join()} rows={loose} timeZone={timeZone} />
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

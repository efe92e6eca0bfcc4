'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Checkbox, Select } from '@/components/ui/field'
import { RowControl, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { useAction } from '@/components/ui/use-action'
import { closeManifestAction } from '@/lib/sales/packing/actions'
import type { PackingRow } from '@/lib/sales/packing/views'
import { formatDateTime } from '@/lib/core/dates'

type ManifestCardProps = { rows: PackingRow[]; timeZone: string }

/** Packed parcels without a manifest; those of one carrier become one. */
export function ManifestCard({ rows, timeZone }: ManifestCardProps) {
  const t = useTranslations('bench.manifest')
  const language = useLocale()
  const carriers = [...new Set(rows.map(({ carrier }) => carrier))]
  const [picked, setCarrier] = useState<string | null>()
  const carrier = picked !== undefined && carriers.includes(picked) ? picked : (carriers[0] ?? null)
  const ofCarrier = rows.filter((row) => row.carrier === carrier)
  const ready = ofCarrier.filter(({ isStopped }) => !isStopped)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = ready.filter(({ id }) => !left.has(id))
  const close = useAction(closeManifestAction, {
    refresh: true,
    successMessage: ({ number }) => t('closed', { number }),
  })
  const toggle = (id: string) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  return (
    <Card flush>
      <CardHeader
        title={t('title')}
        description={t('text', { count: rows.length })}
        className="px-4 py-4"
        actions={
          rows.length > 0 && (
            <>
              {carriers.length > 1 && (
                <Select
                  aria-label={t('carrier')}
                  value={carrier ?? ''}
                  onChange={({ target }) => setCarrier(target.value || null)}
                  options={carriers.map((one) => ({ value: one ?? '', label: one ?? t('noCarrier') }))}
                />
              )}
              <Button
                variant="primary"
                disabled={chosen.length === 0}
                pending={close.pending}
                onClick={() => void close.run({ carrier, packageIds: chosen.map(({ id }) => id) })}
              >
                {t('close', { count: chosen.length })}
              </Button>
            </>
          )
        }
      />
      {rows.length === 0 ? (
        <p className="border-t border-line px-4 py-6 text-ink-2">
          <span className="block font-medium text-ink">{t('none')}</span>
          {t('noneText')}
        </p>
      ) : (
        <Table label={t('title')} className="border-t border-line">
          <Thead>
            <Th narrow>
              <span className="sr-only">{t('choose')}</span>
            </Th>
            <Th>{t('order')}</Th>
            <Th>{t('tracking')}</Th>
            <Th>{t('packedAt')}</Th>
          </Thead>
          <Tbody>
            {ofCarrier.map((row) => (
              <Tr key={row.id}>
                <Td narrow>
                  <RowControl className="@max-xl:mt-0!">
                    <Checkbox
                      aria-label={t('take', { code: row.orderCode })}
                      checked={!row.isStopped && !left.has(row.id)}
                      disabled={row.isStopped}
                      onChange={() => toggle(row.id)}
                    />
                  </RowControl>
                </Td>
                <Td primary className="tabular-nums">
                  {row.orderCode}
                  <span className="block text-[13px] font-normal text-ink-3">
                    {[row.shopName, row.carrier ?? t('noCarrier')].join(' · ')}
                  </span>
                </Td>
                <Td label={t('tracking')} className="tabular-nums">
                  {row.trackingNumber ?? row.number}
                  {row.isStopped && (
                    <span className="block">
                      <Badge tone="bad">{t('stopped')}</Badge>
                    </span>
                  )}
                </Td>
                <Td label={t('packedAt')} className="whitespace-nowrap tabular-nums">
                  {formatDateTime(row.at, language, timeZone)}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
    </Card>
  )
}

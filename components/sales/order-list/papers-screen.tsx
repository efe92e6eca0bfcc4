import { useLocale, useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { PrintButton } from '@/components/ui/print-button'
import { PrintHeading } from '@/components/ui/print-heading'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDateTime } from '@/lib/core/dates'
import { formatNumber } from '@/lib/core/money'
import type { Papers, Slip } from '@/lib/sales/order-list/papers'

type PapersScreenProps = { papers: Papers; company: string; timeZone: string; backHref: string }

/** Made to be printed: a slip a page, or one list of what to take from the shelves. */
export function PapersScreen({
  papers: { kind, slips, picking, missing },
  company,
  timeZone,
  backHref,
}: PapersScreenProps) {
  const t = useTranslations('orders.desk.papers')
  const isEmpty = kind === 'slips' ? slips.length === 0 : picking.lines.length === 0
  return (
    <>
      <PageHeader
        title={t(kind)}
        description={
          kind === 'picking' && !isEmpty ? t('summary', { orders: picking.orders, units: picking.units }) : undefined
        }
        actions={
          <>
            <ButtonLink href={backHref}>{t('back')}</ButtonLink>
            {!isEmpty && <PrintButton>{t('print')}</PrintButton>}
          </>
        }
      />
      {missing > 0 && (
        <p role="status" className="mb-4 text-warn print:mb-2">
          {t('missing', { count: missing })}
        </p>
      )}
      {isEmpty && (
        <Card>
          <EmptyState kind="none" title={t('empty')} text={t('emptyText')} />
        </Card>
      )}
      {kind === 'slips' ? (
        <div className="grid gap-4">
          {slips.map((slip) => (
            <SlipCard key={slip.id} slip={slip} company={company} timeZone={timeZone} />
          ))}
        </div>
      ) : (
        !isEmpty && <PickingCard picking={picking} />
      )}
    </>
  )
}

function SlipCard({ slip, company, timeZone }: { slip: Slip } & Omit<PapersScreenProps, 'papers' | 'backHref'>) {
  const t = useTranslations('orders.desk.papers')
  const language = useLocale()
  const title = t('order', { code: slip.code })
  return (
    <Card className="break-after-page last:break-after-auto">
      <PrintHeading company={company}>{slip.outletName}</PrintHeading>
      <h2 className="text-base font-title tabular-nums">{title}</h2>
      <p className="text-ink-2 tabular-nums">
        {[
          t('placed', { at: formatDateTime(slip.placedAt, language, timeZone) }),
          slip.outletName,
          slip.customerName && `${t('customer')}: ${slip.customerName}`,
          slip.trackingNumber && `${t('tracking')}: ${slip.trackingNumber}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Table label={title} sticky={false} className="mt-3">
        <Thead>
          <Th numeric>{t('units')}</Th>
          <Th>{t('product')}</Th>
          <Th>{t('sku')}</Th>
          <Th>{t('shelf')}</Th>
        </Thead>
        <Tbody>
          {slip.items.map((item) => (
            <Tr key={`${item.line}:${item.sku}`}>
              <Td numeric label={t('units')} className="font-semibold">
                {formatNumber(item.units, language)}
              </Td>
              <Td>{[item.title, item.variation].filter(Boolean).join(' · ')}</Td>
              <Td label={t('sku')}>{item.sku ?? '—'}</Td>
              <Td label={t('shelf')}>{item.shelfAddress ?? '—'}</Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

function PickingCard({ picking: { lines } }: { picking: Papers['picking'] }) {
  const t = useTranslations('orders.desk.papers')
  const language = useLocale()
  return (
    <Card flush>
      <Table label={t('picking')}>
        <Thead>
          <Th>{t('shelf')}</Th>
          <Th numeric>{t('units')}</Th>
          <Th>{t('product')}</Th>
          <Th>{t('orders')}</Th>
        </Thead>
        <Tbody>
          {lines.map((line) => (
            <Tr key={line.productId ?? `${line.sku}:${line.title}:${line.variation}`}>
              <Td label={t('shelf')} className="font-semibold whitespace-nowrap">
                {line.shelfAddress ?? '—'}
              </Td>
              <Td numeric label={t('units')} className="font-semibold">
                {formatNumber(line.units, language)}
              </Td>
              <Td>
                {line.title}
                <span className="block text-[13px] text-ink-3">
                  {[line.sku, line.variation].filter(Boolean).join(' · ')}
                </span>
              </Td>
              <Td label={t('orders')} className="max-w-80 text-[13px] text-ink-2 tabular-nums">
                {line.orders.map(({ code, units }) => (units > 1 ? `${code} (${units})` : code)).join(', ')}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

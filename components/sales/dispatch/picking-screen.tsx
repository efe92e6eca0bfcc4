import { PrinterIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { ProductPhoto } from '@/components/catalog/products/product-photo'
import { MissesCard } from '@/components/catalog/warehouse/misses-card'
import { MissingButton } from '@/components/catalog/warehouse/missing-button'
import { buttonClass } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { PickingList } from '@/lib/sales/dispatch/picking-list'
import { ordersAtOnce } from '@/lib/sales/dispatch/schema'
import { formatNumber } from '@/lib/core/money'
import type { MissList } from '@/lib/catalog/warehouse/shelf-miss-schema'
import { BackLink } from './back-link'

type PickingScreenProps = {
  list: PickingList
  misses: MissList
  query: Record<string, string | string[] | undefined>
}

export function PickingScreen({ list, misses, query }: PickingScreenProps) {
  const miss = useTranslations('shelfMiss')
  const t = useTranslations('dispatch.picking')
  const language = useLocale()
  const { lines, orders, units, isCut } = list
  return (
    <div className="grid min-w-0 gap-4">
      <BackLink label={t('back')} />
      <MissesCard list={misses} />
      <Card flush>
        <CardHeader
          title={t('title')}
          description={t('summary', { orders, units, products: lines.length })}
          className="px-4 py-4"
          actions={lines.length > 0 && <PdfLinks query={query} />}
        />
        {isCut && <p className="px-4 pb-3 text-warn">{t('cut', { count: ordersAtOnce })}</p>}
        {lines.length === 0 ? (
          <EmptyState kind="none" level={3} title={t('empty')} text={t('emptyText')} className="border-t border-line" />
        ) : (
          <Table label={t('title')} className="border-t border-line">
            <Thead>
              <Th>{t('shelf')}</Th>
              <Th numeric>{t('units')}</Th>
              <Th>{t('product')}</Th>
              <Th>{t('orders')}</Th>
              <Th>
                <span className="sr-only">{miss('title')}</span>
              </Th>
            </Thead>
            <Tbody>
              {lines.map((line) => (
                <Tr key={line.productId ?? `${line.sku}:${line.title}:${line.variation}`}>
                  <Td label={t('shelf')} className="font-semibold whitespace-nowrap">
                    {line.shelfAddress ?? <span className="font-normal text-ink-3">{t('noShelf')}</span>}
                  </Td>
                  <Td numeric label={t('units')} className="text-base font-semibold">
                    {formatNumber(line.units, language)}
                  </Td>
                  <Td>
                    <span className="flex items-center gap-2">
                      <ProductPhoto fileId={line.photoFileId} />
                      <span className="min-w-0">
                        <span className="line-clamp-2 max-w-96">{line.title}</span>
                        <span className="block text-[13px] text-ink-3">
                          {[line.sku, line.variation].filter(Boolean).join(' · ')}
                        </span>
                      </span>
                    </span>
                  </Td>
                  <Td label={t('orders')} className="max-w-80 text-[13px] text-ink-2 tabular-nums">
                    {line.orders.map(({ code, units: own }) => (own > 1 ? `${code} (${own})` : code)).join(', ')}
                  </Td>
                  <Td data-print="hide">
                    {line.productId && (
                      <MissingButton
                        product={{ id: line.productId, title: line.title, sku: line.sku, onHand: line.onHand }}
                      />
                    )}
                  </Td>
                </Tr>
              ))}
            </Tbody>
          </Table>
        )}
      </Card>
    </div>
  )
}

function PdfLinks({ query }: Pick<PickingScreenProps, 'query'>) {
  const t = useTranslations('dispatch.picking')
  const params = Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return (
    <>
      {(['a4', 'label'] as const).map((paper) => (
        <a
          key={paper}
          href={`/api/dispatch/picking-list?${new URLSearchParams([...params, ['paper', paper]]).toString()}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ size: 'sm' })}
        >
          <PrinterIcon aria-hidden />
          {t(paper)}
        </a>
      ))}
    </>
  )
}

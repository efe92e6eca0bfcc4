import { PrinterIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { MissesCard } from '@/components/catalog/warehouse/misses-card'
import { buttonClass } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import type { PickingLine, PickingList } from '@/lib/sales/dispatch/picking-list'
import { ordersAtOnce } from '@/lib/sales/dispatch/schema'
import { formatNumber } from '@/lib/core/money'
import type { MissList } from '@/lib/catalog/warehouse/shelf-miss-schema'
import { BackLink } from './back-link'
import { PickingRows, type PickingCells } from './picking-rows'

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
  const labels = {
    title: t('title'),
    shelf: t('shelf'),
    noShelf: t('noShelf'),
    units: t('units'),
    product: t('product'),
    orders: t('orders'),
    missing: miss('title'),
    report: miss('button'),
  }
  const cellsOf = (line: PickingLine): PickingCells => ({
    key: line.productId ?? `${line.sku}:${line.title}:${line.variation}`,
    ...(line.shelfAddress !== null && { shelf: line.shelfAddress }),
    units: formatNumber(line.units, language),
    title: line.title,
    about: [line.sku, line.variation].filter(Boolean).join(' · '),
    ...(line.photoFileId && { photo: line.photoFileId }),
    orders: line.orders.map(({ code, units: own }) => (own > 1 ? `${code} (${own})` : code)).join(', '),
    ...(line.productId && {
      missing: {
        id: line.productId,
        sku: line.sku,
        onHand: line.onHand,
        label: miss('buttonOf', { title: line.title }),
      },
    }),
  })
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
          <PickingRows rows={lines.map(cellsOf)} labels={labels} />
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

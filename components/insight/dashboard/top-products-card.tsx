import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { TopProduct } from '@/lib/insight/dashboard/views'
import { formatMoney, formatNumber, formatPercent } from '@/lib/core/money'

type TopProductsCardProps = { products: TopProduct[]; seesMoney: boolean }

const allCovered = 0.995

export function TopProductsCard({ products, seesMoney }: TopProductsCardProps) {
  const t = useTranslations('dashboard.top')
  const all = (
    <Link
      href="/dashboard/products"
      className="text-[13px] font-semibold text-accent-text no-underline hover:underline"
    >
      {t('all')}
    </Link>
  )
  return (
    <Card flush className="min-w-0">
      <CardHeader title={t('title')} actions={all} className="p-4 pb-2" />
      {products.length === 0 ? (
        <EmptyState kind="none" level={3} title={t('none')} text="" className="py-8" />
      ) : (
        <Table label={t('title')} sticky={false}>
          <Thead>
            <Th>{t('product')}</Th>
            <Th numeric>{t('units')}</Th>
            <Th numeric>{t('sales')}</Th>
            <Th numeric>{t('available')}</Th>
            {seesMoney && <Th numeric>{t('margin')}</Th>}
          </Thead>
          <Tbody>
            {products.map((product) => (
              <ProductRow key={product.id} product={product} seesMoney={seesMoney} />
            ))}
          </Tbody>
        </Table>
      )}
      {seesMoney && products.length > 0 && (
        <p className="border-t border-line px-4 py-3 text-xs text-ink-3 md:border-0">{t('marginNote')}</p>
      )}
    </Card>
  )
}

function ProductRow({ product, seesMoney }: { product: TopProduct; seesMoney: boolean }) {
  const t = useTranslations('dashboard.top')
  const language = useLocale()
  const { available } = product
  return (
    <Tr>
      <Td className="min-w-0">
        <span className="flex items-center gap-3">
          <Photo product={product} />
          <span className="min-w-0">
            {product.mapped ? (
              <span className="line-clamp-2">
                <RowLink href={`/dashboard/products/${product.id}`} className="inline!">
                  {product.title}
                </RowLink>
              </span>
            ) : (
              <span className="line-clamp-2">{product.title}</span>
            )}
            <span className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
              {product.sku}
              {product.variation && <span>{product.variation}</span>}
              {!product.mapped && <Badge tone="warn">{t('unmapped')}</Badge>}
            </span>
          </span>
        </span>
      </Td>
      <Td numeric label={t('units')}>
        {formatNumber(product.units, language)}
      </Td>
      <Td numeric label={t('sales')}>
        {formatMoney(product.revenueCents, language)}
      </Td>
      <Td
        numeric
        wide
        label={t('available')}
        className={available !== null && available <= 0n ? 'text-bad' : undefined}
      >
        {available === null ? '—' : formatNumber(available, language)}
      </Td>
      {seesMoney && (
        <Td numeric label={t('margin')}>
          <Margin product={product} />
        </Td>
      )}
    </Tr>
  )
}

/** Unknown cost is said, never counted as zero. */
function Margin({ product: { margin, costCoverage = 0 } }: { product: TopProduct }) {
  const t = useTranslations('dashboard.top')
  const language = useLocale()
  if (margin === null || margin === undefined) return <span className="text-xs text-warn">{t('noCost')}</span>
  const share = formatPercent(costCoverage, language, { fractionDigits: 0 })
  return (
    <>
      {formatPercent(margin, language)}
      {costCoverage < allCovered && <span className="block text-xs text-warn">{t('partial', { share })}</span>}
    </>
  )
}

function Photo({ product }: { product: TopProduct }) {
  const box = 'grid size-9 shrink-0 place-items-center rounded-control bg-sunken text-[13px] font-title text-ink-3'
  if (!product.photoFileId) {
    return (
      <span aria-hidden className={box}>
        {product.title.charAt(0).toUpperCase()}
      </span>
    )
  }
  // A file of our own store behind a route that checks the session: the image optimizer has none.
  // oxlint-disable-next-line nextjs/no-img-element
  return <img src={`/api/files/${product.photoFileId}`} alt="" className={`${box} object-cover`} />
}

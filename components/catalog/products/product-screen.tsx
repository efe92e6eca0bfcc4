import { ArrowLeftIcon, PencilSquareIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { RecordHistory } from '@/components/insight/audit-log/record-history'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { PageHeader } from '@/components/ui/page-header'
import { formatDay } from '@/lib/core/dates'
import { formatMoney, formatNumber, formatPercent } from '@/lib/core/money'
import { BEGINNING, formatCost, marginOf } from '@/lib/catalog/costs/cost'
import { productsPath } from '@/lib/catalog/products/filters'
import type { KitCost } from '@/lib/catalog/products/queries'
import type { ProductView } from '@/lib/catalog/products/views'
import { ArchiveProduct } from './archive-product'
import { KitCard } from './kit-card'
import { ProductDescription } from './product-description'
import { ProductPhoto } from './product-photo'
import { StockCard } from './stock-card'
import { VariationsCard } from './variations-card'
import { EmptyState } from '@/components/ui/empty-state'
import { Pagination } from '@/components/ui/pagination'
import { MovementTable } from '@/components/catalog/warehouse/movement-table'
import type { Page } from '@/lib/core/keyset'
import { movementsHref, noMovementFilters } from '@/lib/catalog/stock/filters'
import type { Movement } from '@/lib/catalog/stock/queries'

type ScreenProps = {
  view: ProductView
  timeZone: string
  /** Above the movements: what it sold, and where. */
  market?: ReactNode
  /** Beside the stock: how long it lasts. */
  forecast?: ReactNode
  /** Below them: what the product cost. */
  costs?: ReactNode
}

export function ProductScreen({ view, timeZone, market, forecast, costs }: ScreenProps) {
  const t = useTranslations('products')
  const { product, rights } = view
  const { id, version, archivedAt } = product
  return (
    <>
      <Link
        href={productsPath}
        className="mb-2 inline-flex min-h-7 items-center gap-1 text-[13px] text-ink-2 no-underline hover:text-ink"
      >
        <ArrowLeftIcon aria-hidden className="size-4" />
        {t('title')}
      </Link>
      <PageHeader
        title={
          <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            {product.title}
            {archivedAt && <Badge>{t('isArchived')}</Badge>}
          </span>
        }
        description={<span className="break-all">{product.sku}</span>}
        actions={
          rights.write && (
            <>
              <ArchiveProduct id={id} version={version} archived={archivedAt !== null} title={product.title} />
              <ButtonLink variant="primary" href={`${productsPath}/${id}/edit`}>
                <PencilSquareIcon aria-hidden />
                {t('editAction')}
              </ButtonLink>
            </>
          )
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-2 lg:row-start-1">
          {!view.kit && <StockCard product={product} lowStockAt={view.lowStockAt} canAdjust={rights.adjust} />}
          {forecast}
          <KitCard
            product={{ id, sku: product.sku, title: product.title }}
            kit={view.kit}
            canEdit={rights.write && archivedAt === null && (view.kit !== null || view.movements.rows.length === 0)}
          />
          <Facts view={view} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-1 lg:row-start-1">
          {view.variations.length > 0 && product.familyId && (
            <VariationsCard
              productId={id}
              familyId={product.familyId}
              variations={view.variations}
              today={view.today}
              canSetCosts={rights.write && rights.money}
            />
          )}
          {market}
          <MovementCard productId={id} movements={view.movements} timeZone={timeZone} />
          {costs}
          {product.descriptionHtml && (
            <Card>
              <CardHeader title={t('labels.description')} className="mb-2" />
              <ProductDescription html={product.descriptionHtml} />
            </Card>
          )}
        </div>
      </div>
      <RecordHistory kind="product" id={id} />
    </>
  )
}

function Facts({ view: { product, costs, kit, today } }: { view: ProductView }) {
  const t = useTranslations('products')
  const language = useLocale()
  const known = costs?.find(({ fromDay }) => fromDay <= today)
  const margin = marginOf(product.priceCents, known?.cost ?? kit?.cost?.cost ?? null)
  const sides = [product.lengthMm, product.widthMm, product.heightMm]
  const size =
    sides.every((side) => side !== null) && sides.map((side) => formatNumber(side / 10, language, 1)).join(' × ')
  const price = product.priceCents === null ? t('noPrice') : formatMoney(product.priceCents, language)
  return (
    <Card>
      <CardHeader title={t('sections.details')} className="mb-3" />
      {product.photoFileId && (
        <ProductPhoto fileId={product.photoFileId} alt={t('photoAlt')} className="mb-3 size-28" />
      )}
      <dl className="divide-y divide-line">
        <Fact name={t('labels.price')}>{price}</Fact>
        {costs && (
          <>
            <Fact name={t('labels.cost')}>
              {known && formatCost(known.cost, language)}
              {!known && <WithoutOwnCost kitCost={kit?.cost} />}
              {known && (
                <span className="block text-xs text-ink-3">
                  {known.fromDay === BEGINNING
                    ? t('costAlways')
                    : t('costSince', { day: formatDay(known.fromDay, language) })}
                </span>
              )}
            </Fact>
            {margin !== null && (
              <Fact name={t('margin')}>
                {formatPercent(margin, language)}
                <span className="block text-xs text-ink-3">{t('beforeFees')}</span>
              </Fact>
            )}
          </>
        )}
        {product.barcodes.length > 0 && <Fact name={t('labels.barcodes')}>{product.barcodes.join(', ')}</Fact>}
        {product.shelfAddress && <Fact name={t('labels.shelfAddress')}>{product.shelfAddress}</Fact>}
        {product.weightGrams !== null && (
          <Fact name={t('packedWeight')}>{t('grams', { grams: formatNumber(product.weightGrams, language) })}</Fact>
        )}
        {size && <Fact name={t('packedSize')}>{t('centimetres', { size })}</Fact>}
      </dl>
    </Card>
  )
}

/** A kit costs what its components cost. */
function WithoutOwnCost({ kitCost }: { kitCost: KitCost | undefined }) {
  const t = useTranslations('products')
  const language = useLocale()
  if (kitCost?.cost)
    return (
      <>
        {formatCost(kitCost.cost, language)}
        <span className="block text-xs text-ink-3">{t('costOfParts')}</span>
      </>
    )
  return (
    <>
      <span className="text-warn">{t('noCost')}</span>
      {kitCost && (
        <span className="block text-xs text-ink-3">{t('partsWithoutCost', { names: kitCost.missing.join(', ') })}</span>
      )}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 text-right break-words tabular-nums">{children}</dd>
    </div>
  )
}

type MovementCardProps = { productId: string; movements: Page<Movement>; timeZone: string }

/** The own stock's movements; those of every place are in the ledger. */
function MovementCard({ productId, movements: { rows, previous, next }, timeZone }: MovementCardProps) {
  const t = useTranslations('stock')
  const href = `${productsPath}/${productId}`
  return (
    <Card flush>
      <CardHeader
        title={t('ledger')}
        description={t('ledgerHint')}
        className="p-4 pb-3"
        actions={
          rows.length > 0 && (
            <ButtonLink size="sm" href={movementsHref({ ...noMovementFilters, product: productId })}>
              {t('openLedger')}
            </ButtonLink>
          )
        }
      />
      {rows.length === 0 ? (
        <EmptyState kind="none" level={3} title={t('noMovements')} text={t('noMovementsText')} className="py-8" />
      ) : (
        <MovementTable rows={rows} timeZone={timeZone} isOfOne sticky={false} />
      )}
      {(previous ?? next) && (
        <Pagination
          previousHref={previous && `${href}?before=${previous}`}
          nextHref={next && `${href}?after=${next}`}
        />
      )}
    </Card>
  )
}

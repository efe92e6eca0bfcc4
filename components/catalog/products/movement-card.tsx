import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Pagination } from '@/components/ui/pagination'
import { MovementTable } from '@/components/catalog/warehouse/movement-table'
import type { Page } from '@/lib/core/keyset'
import { productsPath } from '@/lib/catalog/products/filters'
import { movementsHref, noMovementFilters } from '@/lib/catalog/stock/filters'
import type { Movement } from '@/lib/catalog/stock/queries'

type MovementCardProps = { productId: string; movements: Page<Movement>; timeZone: string }

/** The own stock's movements; those of every place are in the ledger. */
export function MovementCard({ productId, movements: { rows, previous, next }, timeZone }: MovementCardProps) {
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

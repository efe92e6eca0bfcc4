import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { mappingPath, resultPath } from '@/lib/core/paths'
import { productsPath } from '@/lib/catalog/products/filters'
import type { MissingCosts } from '@/lib/catalog/costs/missing-costs'
import { CostGrid } from './cost-grid'
import { RecostProgress } from '@/components/catalog/costs/recost-progress'

/** Costs of all products that have none, in one sitting. */
export function CostsScreen({ view, seesResult }: { view: MissingCosts; seesResult: boolean }) {
  const { rows, total, hasProducts, recosting, today } = view
  const t = useTranslations('products.costs')
  return (
    <>
      <PageHeader
        title={t('title')}
        description={total > 0 ? t('text', { count: total }) : undefined}
        actions={<ButtonLink href={productsPath}>{t('back')}</ButtonLink>}
      />
      {recosting && (
        <Card className="mb-4">
          <RecostProgress recosting={recosting} />
        </Card>
      )}
      <CostGrid
        rows={rows}
        total={total}
        today={today}
        none={
          <Card>
            {hasProducts ? (
              <EmptyState
                kind="none"
                title={t('none')}
                text={t('noneText')}
                action={seesResult && <ButtonLink href={resultPath}>{t('seeResult')}</ButtonLink>}
              />
            ) : (
              <EmptyState
                kind="first"
                title={t('first')}
                text={t('firstText')}
                action={
                  <>
                    <ButtonLink variant="primary" href={mappingPath}>
                      {t('fromListings')}
                    </ButtonLink>
                    <ButtonLink href={`${productsPath}/new`}>{t('newProduct')}</ButtonLink>
                  </>
                }
              />
            )}
          </Card>
        }
      />
    </>
  )
}

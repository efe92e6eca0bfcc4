import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { can, type Role } from '@/lib/core/permissions'

/** A company without orders: a way to start, not a wall of zeros. */
export function FirstUse({ role, hasProducts }: { role: Role; hasProducts: boolean }) {
  const t = useTranslations('dashboard.first')
  const imports = can(role, 'sheet.import')
  const creates = can(role, 'product.write')
  const connects = can(role, 'shop.connect')
  const sells = hasProducts && can(role, 'order.create')
  const action = (
    <>
      {connects && (
        <ButtonLink href="/dashboard/shops" variant="primary">
          {t('connect')}
        </ButtonLink>
      )}
      {imports && (
        <ButtonLink href="/dashboard/orders/import" variant={connects ? 'secondary' : 'primary'}>
          {t('import')}
        </ButtonLink>
      )}
      {sells && (
        <ButtonLink href="/dashboard/orders" variant={imports ? 'secondary' : 'primary'}>
          {t('order')}
        </ButtonLink>
      )}
      {creates && !hasProducts && <ButtonLink href="/dashboard/products/new">{t('product')}</ButtonLink>}
    </>
  )
  return (
    <Card>
      <EmptyState
        kind="first"
        title={t('title')}
        text={imports || creates || sells ? t('text') : t('denied')}
        action={imports || creates || sells ? action : undefined}
        className="py-16"
      />
    </Card>
  )
}

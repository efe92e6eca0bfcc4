import { useLocale, useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { getDestination } from '@/components/shell/navigation'
import type { ImportView } from '@/lib/connect/order-imports/views'
import { formatNumber } from '@/lib/core/money'
import { CreateProductsCard } from './create-products-card'
import { FailedRowsTable } from './failed-rows-table'
import { MoveImport } from './move-import'
import { UnreadTable } from './unread-table'

export function ImportResult({ view }: { view: ImportView }) {
  const t = useTranslations('imports.result')
  const language = useLocale()
  const { id, shopId, summary, progress } = view.detail
  const shop = view.shops.find((each) => each.id === shopId)
  const others = view.shops.filter((each) => each.id !== shopId)
  const { created = 0, updated = 0, kept = 0 } = summary.result ?? {}
  const unchanged = created + updated === 0 ? kept : kept + unchangedOf(summary.outcomes)
  const period = summary.from && summary.to ? `?period=custom&from=${summary.from}&to=${summary.to}` : ''
  return (
    <div className="space-y-4">
      <Card>
        <CardHeader title={t('title')} {...(created + updated === 0 && { description: t('nothing') })} />
        <dl className="mt-3 grid grid-cols-3 gap-4 sm:max-w-lg">
          {(
            [
              ['created', created],
              ['updated', updated],
              ['kept', unchanged],
            ] as const
          ).map(([name, count]) => (
            <div key={name}>
              <dt className="text-[13px] text-ink-2">{t(name)}</dt>
              <dd className="text-[22px] leading-7 font-title tabular-nums">{formatNumber(count, language)}</dd>
            </div>
          ))}
        </dl>
        {(summary.badRows ?? 0) > 0 && (
          <p className="mt-3 text-[13px] text-warn">{t('leftOut', { count: summary.badRows ?? 0 })}</p>
        )}
        <h3 className="mt-5 text-[13px] font-medium text-ink-2">{t('next')}</h3>
        <div className="mt-2 flex flex-wrap gap-2">
          <ButtonLink variant="primary" href={`/dashboard${period}`}>
            {t('dashboard')}
          </ButtonLink>
          <ButtonLink href={getDestination('companyOrders').href}>{t('orders')}</ButtonLink>
          <ButtonLink href="/dashboard/orders/import">{t('another')}</ButtonLink>
        </div>
      </Card>
      {(summary.unknown ?? 0) > 0 && (
        <CreateProductsCard
          importId={id}
          unknown={summary.unknown ?? 0}
          products={summary.products ?? null}
          progress={progress}
        />
      )}
      {shop && <MoveImport importId={id} shop={shop} others={others} move={summary.move ?? null} />}
      <UnreadTable href={`/api/imports/${id}/unread`} unread={summary.unread} />
      {view.failedRows.length > 0 && (
        <FailedRowsTable importId={id} rows={view.failedRows} total={summary.badRows ?? 0} />
      )}
    </div>
  )
}

const unchangedOf = (outcomes: ImportView['detail']['summary']['outcomes']) =>
  (outcomes?.same ?? 0) + (outcomes?.older ?? 0) + (outcomes?.api ?? 0) + (outcomes?.otherShop ?? 0)

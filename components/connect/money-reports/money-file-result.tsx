import { useLocale, useTranslations } from 'next-intl'
import { FailedTable } from '@/components/connect/order-imports/failed-table'
import { UnreadTable } from '@/components/connect/order-imports/unread-table'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { analyticsPath } from '@/lib/sales/sales-figures/analysis-filters'
import { mappingPath, moneyFilesPath } from '@/lib/core/paths'
import { formatNumber } from '@/lib/core/money'
import { movableTypes, type MoneyFileType, type MoneySummary } from '@/lib/connect/money-reports/schema'
import type { MoneyFileView } from '@/lib/connect/money-reports/views'
import { MoveMoneyFile } from './move-money-file'
import { UndoMoneyFile } from './undo-money-file'

const nextOf = {
  income: { href: '/dashboard/shopee-reconciliation', label: 'reconciliation' },
  returns: { href: '/dashboard/shopee-reconciliation', label: 'reconciliation' },
  wallet: { href: '/dashboard/shopee', label: 'wallet' },
  advances: { href: '/dashboard/shopee', label: 'wallet' },
  affiliates: { href: '/dashboard/orders', label: 'orders' },
  listings: { href: mappingPath, label: 'listings' },
  stats: { href: '/dashboard/minha-empresa/shopee-central/saude', label: 'stats' },
  listingStats: { href: '/dashboard/minha-empresa/shopee-central/saude', label: 'stats' },
  ads: { href: `${analyticsPath}?tab=ads`, label: 'ads' },
  bank: { href: '/dashboard/shopee/banco', label: 'bank' },
} as const satisfies Record<MoneyFileType, { href: string; label: string }>

const isMovable = ({ money }: MoneySummary) => money !== undefined && movableTypes.includes(money.type)
/** Whether it stored new rows of a kind that can leave their shop again. */
export const mayMove = (summary: MoneySummary): boolean => (summary.result?.created ?? 0) > 0 && isMovable(summary)

export function MoneyFileResult({ view, mayImport }: { view: MoneyFileView; mayImport: boolean }) {
  const t = useTranslations('moneyFiles.result')
  const failed = useTranslations('moneyFiles.failed')
  const notes = useTranslations('moneyFiles.notes')
  const language = useLocale()
  const { id, summary } = view.run
  const { created = 0, updated = 0, kept = 0 } = summary.result ?? {}
  const bad = summary.badRows ?? 0
  const known = created + updated === 0 ? kept : kept + (summary.outcomes?.same ?? 0)
  const figures = [
    ['created', created],
    ['updated', updated],
    ['kept', known],
    ...(bad > 0 ? [['refused', bad] as const] : []),
  ] as const
  const next = nextOf[summary.money?.type ?? 'income']
  const shop = summary.money?.owner
  const others = view.owners.filter((owner) => owner.id !== shop?.id)
  const canMove = mayMove(summary)
  // It may hold rows there that another file brought.
  const canUndo = canMove || (isMovable(summary) && known > 0) || summary.undo !== undefined
  return (
    <div className="space-y-4">
      <Card>
        <CardHeader title={t('title')} {...(created + updated === 0 && { description: t('nothing') })} />
        <dl className="mt-3 grid grid-cols-2 gap-4 sm:max-w-lg sm:grid-cols-4">
          {figures.map(([name, count]) => (
            <div key={name}>
              <dt className="text-[13px] text-ink-2">{t(name)}</dt>
              <dd className="text-[22px] leading-7 font-title tabular-nums">{formatNumber(count, language)}</dd>
            </div>
          ))}
        </dl>
        {summary.money?.leftOut !== undefined && (
          <p className="mt-3 max-w-prose text-[13px] text-ink-2">
            {notes('leftOut', { count: summary.money.leftOut })}
          </p>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          <ButtonLink variant="primary" href={next.href}>
            {t(next.label)}
          </ButtonLink>
          <ButtonLink href={moneyFilesPath}>{t('another')}</ButtonLink>
        </div>
      </Card>
      {mayImport && shop && (canMove || summary.move) && !summary.undo && (
        <MoveMoneyFile importId={id} shop={shop} others={others} move={summary.move ?? null} />
      )}
      {mayImport && shop && canUndo && summary.move?.state !== 'running' && (
        <UndoMoneyFile importId={id} shop={shop} undo={summary.undo ?? null} />
      )}
      {summary.money && (
        <UnreadTable
          href={`/api/money-files/${id}/unread`}
          unread={summary.money.unread}
          checks={summary.money.checks}
        />
      )}
      {view.failed.length > 0 && (
        <FailedTable
          href={`/api/money-files/${id}/failed-rows`}
          rows={view.failed}
          total={bad}
          keyLabel={failed('code')}
        />
      )}
    </div>
  )
}

import { useTranslations, useLocale } from 'next-intl'
import { RunScreen } from '@/components/connect/order-imports/run-screen'
import { RunHeading } from '@/components/connect/order-imports/state-badge'
import { sheetsPath } from '@/lib/connect/catalogue-sheets/schema'
import type { SheetView } from '@/lib/connect/catalogue-sheets/views'
import { ColumnMapper } from './column-mapper'
import { SheetPreview } from './sheet-preview'
import { SheetProgressCard } from './sheet-progress-card'
import { FailedTable } from '@/components/connect/order-imports/failed-table'
import { UnreadTable } from '@/components/connect/order-imports/unread-table'
import { getDestination } from '@/components/shell/navigation'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { formatNumber } from '@/lib/core/money'

export function SheetScreen({ view, seesMoney, today }: { view: SheetView; seesMoney: boolean; today: string }) {
  const t = useTranslations('sheets')
  const { run } = view
  const { unknownSheet, result } = run.summary
  return (
    <RunScreen
      of="sheets"
      path={sheetsPath}
      run={run}
      heading={<RunHeading fileName={run.fileName} state={run.state} kind={t(`kinds.${run.kind}`)} />}
      running={<SheetProgressCard importId={run.id} initial={run.progress} />}
      ready={
        unknownSheet ? (
          <ColumnMapper importId={run.id} kind={run.kind} sheet={unknownSheet} seesMoney={seesMoney} />
        ) : (
          <SheetPreview view={view} seesMoney={seesMoney} today={today} />
        )
      }
      done={<SheetResult view={view} />}
      partly={result && t('refused.partly', { count: result.created + result.updated })}
    />
  )
}

function SheetResult({ view }: { view: SheetView }) {
  const t = useTranslations('sheets.result')
  const failed = useTranslations('sheets.failed')
  const language = useLocale()
  const { id, kind, summary } = view.run
  const { created = 0, updated = 0, kept = 0, refused = 0 } = summary.result ?? {}
  const same = created + updated + refused === 0 ? kept : kept + (summary.outcomes?.same ?? 0)
  const figures = [
    ['created', created],
    ...(kind === 'catalogue' ? [['updated', updated] as const] : []),
    ['kept', same],
    ...(refused > 0 ? [['refused', refused] as const] : []),
  ] as const
  const next = kind === 'sales' ? 'companyOrders' : 'companyProducts'
  return (
    <div className="space-y-4">
      <Card>
        <CardHeader title={t('title')} {...(created + updated + refused === 0 && { description: t('nothing') })} />
        <dl className="mt-3 grid grid-cols-2 gap-4 sm:max-w-lg sm:grid-cols-4">
          {figures.map(([name, count]) => (
            <div key={name}>
              <dt className="text-[13px] text-ink-2">{t(name)}</dt>
              <dd className="text-[22px] leading-7 font-title tabular-nums">{formatNumber(count, language)}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 flex flex-wrap gap-2">
          <ButtonLink variant="primary" href={getDestination(next).href}>
            {t(kind === 'sales' ? 'orders' : 'products')}
          </ButtonLink>
          <ButtonLink href={sheetsPath}>{t('another')}</ButtonLink>
        </div>
      </Card>
      <UnreadTable href={`/api/imports/${id}/unread`} unread={summary.unread} />
      {view.failed.length > 0 && (
        <FailedTable
          href={`/api/sheets/${id}/failed-rows`}
          rows={view.failed}
          total={summary.badRows ?? 0}
          note={failed('again')}
        />
      )}
    </div>
  )
}

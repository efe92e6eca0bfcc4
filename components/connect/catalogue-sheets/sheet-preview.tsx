import { useLocale, useTranslations } from 'next-intl'
import { FailedTable } from '@/components/connect/order-imports/failed-table'
import { UnreadTable } from '@/components/connect/order-imports/unread-table'
import { Card } from '@/components/ui/card'
import { Tabs } from '@/components/ui/tabs'
import { sheetsPath } from '@/lib/connect/catalogue-sheets/schema'
import type { SheetPart, SheetView } from '@/lib/connect/catalogue-sheets/views'
import { formatDay } from '@/lib/core/dates'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { ColumnMapper } from './column-mapper'
import { ConfirmSheetForm } from './confirm-sheet-form'
import { ProductsPreview } from './products-preview'
import { SalesPreview } from './sales-preview'

type SheetPreviewProps = { view: SheetView; seesMoney: boolean; today: string }

export function SheetPreview({ view, seesMoney, today }: SheetPreviewProps) {
  const t = useTranslations('sheets')
  const { run, part } = view
  const { summary, kind } = run
  const bad = summary.badRows ?? 0
  const base = `${sheetsPath}/${run.id}`
  const total = run.progress.total
  const tab = (name: SheetPart, count: number) => ({
    href: name === 'changes' ? base : `${base}?tab=failed`,
    label: t(`tabs.${name}`),
    count,
    active: part === name,
  })
  const known = summary.sheet ?? summary.sales
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,2fr)]">
      <div className="order-2 min-w-0 space-y-4 xl:order-1">
        <Figures view={view} />
        <UnreadTable href={`/api/imports/${run.id}/unread`} unread={summary.unread} />
        <div>
          <Tabs label={t('tabs.label')} tabs={[tab('changes', total), ...(bad > 0 ? [tab('failed', bad)] : [])]} />
          {part === 'failed' && (
            <FailedTable
              href={`/api/sheets/${run.id}/failed-rows`}
              rows={view.failed}
              total={bad}
              note={t('failed.again')}
            />
          )}
          {part === 'changes' &&
            (total === 0 ? (
              <Card className="text-ink-2">{t('preview.none')}</Card>
            ) : kind === 'sales' ? (
              <SalesPreview page={view.sales} base={base} />
            ) : (
              <ProductsPreview page={view.products} base={base} />
            ))}
        </div>
      </div>
      <div className="order-1 space-y-4 xl:sticky xl:top-(--table-top,1rem) xl:order-2">
        <ConfirmSheetForm importId={run.id} kind={kind} rows={total} badRows={bad} today={today} />
        {known && (
          <details>
            <summary className="cursor-pointer text-accent-text">{t('columns.change')}</summary>
            <div className="mt-3">
              <ColumnMapper
                importId={run.id}
                kind={kind}
                sheet={{ ...known, sample: [] }}
                seesMoney={seesMoney}
                {...(summary.sheet && { units: summary.sheet.units, zeroIsEmpty: summary.sheet.zeroIsEmpty })}
              />
            </div>
          </details>
        )}
      </div>
    </div>
  )
}

function Figures({ view }: { view: SheetView }) {
  const t = useTranslations('sheets')
  const language = useLocale()
  const { outcomes = {}, sheet, sales } = view.run.summary
  const count = (name: 'new' | 'changed' | 'same' | 'failed') => formatNumber(outcomes[name] ?? 0, language)
  const figures: [string, string][] = sales
    ? [
        [t('preview.orders'), count('new')],
        ...(outcomes.changed ? [[t('preview.joined'), count('changed')] as [string, string]] : []),
        [t('preview.known'), count('same')],
        [t('preview.failed'), count('failed')],
        [t('preview.units'), formatNumber(sales.units, language)],
        [t('preview.sales'), formatMoney(BigInt(sales.revenueCents), language)],
        [
          t('preview.period'),
          sales.from && sales.to
            ? t('preview.range', { from: formatDay(sales.from, language), to: formatDay(sales.to, language) })
            : '–',
        ],
      ]
    : (['new', 'changed', 'same', 'failed'] as const).map((name) => [t(`preview.${name}`), count(name)])
  const created = sales?.channels.filter(({ isNew }) => isNew).map(({ name }) => name) ?? []
  return (
    <div>
      {sheet && (
        <p className="mb-2 text-[13px] text-ink-2">
          {t('recognized', { source: t(`sources.${sheet.source}`), shape: t(`shapes.${sheet.shape}`) })}
        </p>
      )}
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line shadow-card sm:grid-cols-4">
        {figures.map(([label, value]) => (
          <div key={label} className="bg-surface p-4">
            <dt className="text-[13px] text-ink-2">{label}</dt>
            <dd className="mt-0.5 text-lg font-title tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {sheet && sheet.deposits.length > 0 && (
        <p className="mt-2 text-[13px] text-ink-2">{t('deposits', { names: sheet.deposits.join(', ') })}</p>
      )}
      {created.length > 0 && (
        <p className="mt-2 text-[13px] text-ink-2">{t('preview.channels', { names: created.join(', ') })}</p>
      )}
    </div>
  )
}

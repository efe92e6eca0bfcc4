import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { Tabs } from '@/components/ui/tabs'
import { formatDay } from '@/lib/core/dates'
import type { ImportSummary } from '@/lib/connect/order-imports/schema'
import type { ImportView } from '@/lib/connect/order-imports/views'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { ConfirmForm } from './confirm-form'
import { FailedRowsTable } from './failed-rows-table'
import { UnreadTable } from './unread-table'
import { EmptyState } from '@/components/ui/empty-state'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'

type Part = 'summary' | 'unknown' | 'failed'

export function ImportPreview({ view, tab }: { view: ImportView; tab: unknown }) {
  const t = useTranslations('imports')
  const { detail } = view
  const { summary } = detail
  const part = readPart(tab, summary)
  const href = (name: Part) => `/dashboard/orders/import/${detail.id}${name === 'summary' ? '' : `?tab=${name}`}`
  const tabs = (['summary', 'unknown', 'failed'] as const)
    .filter((name) => name !== 'failed' || (summary.badRows ?? 0) > 0)
    .map((name) => ({
      href: href(name),
      label: t(`tabs.${name}`),
      active: name === part,
      ...(name === 'unknown' && { count: summary.unknown ?? 0 }),
      ...(name === 'failed' && { count: summary.badRows ?? 0 }),
    }))
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,2fr)]">
      <div className="order-2 min-w-0 xl:order-1">
        <Tabs label={t('tabs.label')} tabs={tabs} />
        {part === 'summary' && <Summary importId={detail.id} summary={summary} />}
        {part === 'unknown' && <UnknownTable summary={summary} />}
        {part === 'failed' && (
          <FailedRowsTable importId={detail.id} rows={view.failedRows} total={summary.badRows ?? 0} />
        )}
      </div>
      <div className="order-1 xl:order-2 xl:sticky xl:top-(--table-top,1rem)">
        <ConfirmForm
          importId={detail.id}
          shop={{ name: detail.shopName ?? '', isNew: detail.shopId === null }}
          orders={detail.progress.total}
          failedOrders={summary.outcomes?.failed ?? 0}
        />
      </div>
    </div>
  )
}

function readPart(tab: unknown, { badRows }: ImportSummary): Part {
  if (tab === 'unknown') return 'unknown'
  return tab === 'failed' && (badRows ?? 0) > 0 ? 'failed' : 'summary'
}

function Summary({ importId, summary }: { importId: string; summary: ImportSummary }) {
  const t = useTranslations('imports.preview')
  const language = useLocale()
  const { outcomes = {} } = summary
  const good = Object.entries(outcomes).reduce((sum, [name, count]) => (name === 'failed' ? sum : sum + count), 0)
  const period = summary.from && summary.to
  return (
    <div className="space-y-4">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line shadow-card sm:grid-cols-3">
        <Figure label={t('orders')} value={formatNumber(good, language)} />
        <Figure label={t('rows')} value={formatNumber(summary.rows ?? 0, language)} />
        <Figure label={t('units')} value={formatNumber(summary.units ?? 0, language)} />
        <Figure
          label={t('period')}
          value={
            period
              ? t('range', { from: formatDay(summary.from!, language), to: formatDay(summary.to!, language) })
              : '–'
          }
          wide
        />
        <Figure
          label={t('sales')}
          hint={t('salesHint')}
          value={formatMoney(BigInt(summary.revenueCents ?? '0'), language)}
        />
      </dl>
      <UnreadTable href={`/api/imports/${importId}/unread`} unread={summary.unread} />
      <Card flush>
        <CardHeader title={t('changes')} className="p-4 pb-1" />
        <ul className="divide-y divide-line">
          {(['new', 'changed', 'same', 'older', 'api', 'otherShop', 'failed'] as const)
            .filter((outcome) => outcome === 'new' || outcome === 'changed' || (outcomes[outcome] ?? 0) > 0)
            .map((outcome) => (
              <Change
                key={outcome}
                label={t(outcome)}
                hint={t(`${outcome}Hint`)}
                count={outcomes[outcome] ?? 0}
                warn={outcome === 'failed' || outcome === 'otherShop'}
              />
            ))}
          <Change label={t('unknown')} hint={t('unknownHint')} count={summary.unknown ?? 0} />
        </ul>
      </Card>
    </div>
  )
}

function Figure({ label, value, hint, wide }: { label: string; value: string; hint?: string; wide?: boolean }) {
  return (
    <div className={wide ? 'bg-surface p-4 sm:col-span-2' : 'bg-surface p-4 max-sm:last:col-span-2'}>
      <dt className="text-[13px] text-ink-2">{label}</dt>
      <dd className="mt-0.5 text-lg font-title tabular-nums">{value}</dd>
      {hint && <dd className="mt-0.5 text-xs text-ink-3">{hint}</dd>}
    </div>
  )
}

function Change({ label, hint, count, warn }: { label: string; hint: string; count: number; warn?: boolean }) {
  const language = useLocale()
  return (
    <li className="flex items-baseline justify-between gap-4 px-4 py-2.5">
      <span className="min-w-0">
        <span className="font-medium">{label}</span>
        <span className="block text-[13px] text-ink-3">{hint}</span>
      </span>
      <span className={`text-base font-title tabular-nums ${warn && count > 0 ? 'text-warn' : ''}`}>
        {formatNumber(count, language)}
      </span>
    </li>
  )
}

function UnknownTable({ summary }: { summary: ImportSummary }) {
  const t = useTranslations('imports.unknown')
  const language = useLocale()
  const { unknown = 0, unknownSample = [] } = summary
  if (unknownSample.length === 0) {
    return (
      <Card>
        <EmptyState kind="none" level={2} title={t('none')} text="" className="py-8" />
      </Card>
    )
  }
  return (
    <Card flush>
      <Table label={t('title')} sticky={false} focusable>
        <Thead>
          <Th>{t('title')}</Th>
          <Th>{t('sku')}</Th>
          <Th numeric>{t('units')}</Th>
          <Th numeric>{t('sales')}</Th>
        </Thead>
        <Tbody>
          {unknownSample.map(({ sku, title, variation, units, revenue }) => (
            <Tr key={`${sku} ${title} ${variation}`}>
              <Td primary>
                {title}
                {variation && <span className="block text-[13px] font-normal text-ink-3">{variation}</span>}
              </Td>
              <Td label={t('sku')} className="break-all">
                {sku ?? <span className="text-ink-3">{t('noSku')}</span>}
              </Td>
              <Td label={t('units')} numeric>
                {formatNumber(units, language)}
              </Td>
              <Td label={t('sales')} numeric>
                {formatMoney(BigInt(revenue), language)}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      {unknown > unknownSample.length && (
        <p className="border-t border-line px-4 py-3 text-[13px] text-ink-3">
          {t('shown', { count: unknownSample.length, total: unknown })}
        </p>
      )}
    </Card>
  )
}

import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { FreshFigures } from '@/components/shell/fresh-figures'
import { PageHeader } from '@/components/ui/page-header'
import { WhenReady } from '@/components/ui/when-ready'
import { can, type Role } from '@/lib/core/permissions'
import { dashboardHref, ordersHref, type SalesFilters } from '@/lib/sales/sales-figures/filters'
import type { AttentionView, DashboardFrame, SalesSummary, TopProduct } from '@/lib/insight/dashboard/views'
import { addDays, formatDateTime, formatDay, nameTimeZone } from '@/lib/core/dates'
import type { ProfitTiles } from '@/lib/money/profit/tiles'
import { AttentionCard } from './attention-card'
import {
  AttentionSkeleton,
  ChartSkeleton,
  MetricsSkeleton,
  ProductsSkeleton,
  StatusSkeleton,
  TilesSkeleton,
} from './dashboard-skeletons'
import { MetricGrid } from './metric-grid'
import { HeaderActions, QuickActionsCard } from './quick-actions'
import { ProfitTiles as ProfitTilesRow } from './profit-tiles'
import { SalesFilterBar } from './sales-filters'
import { TopProductsCard } from './top-products-card'
import { TrendCard } from './trend-card'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { StackedBar, type StackTone } from '@/components/ui/chart/stacked-bar'
import { ratio, type OrderStatus } from '@/lib/sales/sales-figures/figures'
import { formatNumber, formatPercent } from '@/lib/core/money'
import { orderStatuses } from '@/lib/sales/orders/schema'

const tones: Record<OrderStatus, StackTone> = {
  pending: 'neutral',
  confirmed: 'accent',
  processing: 'accent-medium',
  shipped: 'accent-light',
  delivered: 'good',
  cancelled: 'bad',
}

function StatusCard({ summary, filters }: { summary: SalesSummary; filters: SalesFilters }) {
  const t = useTranslations('dashboard.status')
  const language = useLocale()
  const { current } = summary
  const segments = orderStatuses.map((status) => ({
    key: status,
    label: t(status),
    value: Number(current[status]),
    valueText: formatNumber(current[status], language),
    shareText: current.orders > 0n ? formatPercent(ratio(current[status], current.orders), language) : '—',
    tone: tones[status],
    href: ordersHref(filters, { status }),
  }))
  return (
    <Card className="min-w-0">
      <CardHeader title={t('title')} className="mb-3" />
      <StackedBar
        label={t('chart')}
        names={{ name: t('name'), value: t('count'), share: t('share') }}
        segments={segments}
      />
    </Card>
  )
}

export type DashboardScreenProps = {
  viewer: { role: Role; timeZone: string }
  frame: DashboardFrame
  /** Null for roles that do not see the company's totals. */
  sales: {
    summary: Promise<SalesSummary>
    topProducts: Promise<TopProduct[]>
    /** Null for roles that do not read settlement and cost. */
    tiles: Promise<ProfitTiles> | null
  } | null
  attention: Promise<AttentionView>
  /** The guide of a company that is still setting up; null for a role without a step in it. */
  guide: ReactNode
}

export function DashboardScreen({ viewer, frame, sales, attention, guide }: DashboardScreenProps) {
  const t = useTranslations('dashboard')
  const zone = nameTimeZone(viewer.timeZone, useLocale())
  if (!frame.newestOrder) {
    return (
      <>
        <PageHeader
          title={t('title')}
          description={
            frame.applyingImportId && (
              <ImportUnderWay id={frame.applyingImportId} linked={can(viewer.role, 'sheet.import')} />
            )
          }
        />
        {guide ?? <FirstUse role={viewer.role} hasProducts={frame.hasProducts} />}
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        description={<Freshness frame={frame} viewer={viewer} zone={zone} />}
        actions={<HeaderActions role={viewer.role} />}
      />
      <FreshFigures of={['orders', 'returns']} />
      {guide}
      {sales ? (
        <SalesPanels viewer={viewer} frame={frame} sales={sales} attention={attention} zone={zone} />
      ) : (
        <WithoutTotals role={viewer.role} attention={attention} />
      )}
    </>
  )
}

/** On phones the day's work comes first, so the two columns dissolve into one. */
const column = 'grid gap-4 max-lg:contents'

type SalesPanelsProps = Omit<DashboardScreenProps, 'guide'> & {
  sales: NonNullable<DashboardScreenProps['sales']>
  zone: string
}

function SalesPanels({ viewer, frame, sales, attention, zone }: SalesPanelsProps) {
  const { filters } = frame
  const seesMoney = can(viewer.role, 'money.read')
  return (
    <>
      {sales.tiles && (
        <WhenReady promise={sales.tiles} fallback={<TilesSkeleton />}>
          {(tiles) => <ProfitTilesRow tiles={tiles} />}
        </WhenReady>
      )}
      <SalesFilterBar today={frame.today} shops={frame.shops} channels={frame.channels} zone={zone} />
      <WhenReady promise={sales.summary} fallback={<MetricsSkeleton cards={seesMoney ? 6 : 5} />}>
        {(summary) => (
          <>
            {summary.current.orders === 0n && <QuietPeriod frame={frame} />}
            <MetricGrid summary={summary} filters={filters} zone={zone} />
          </>
        )}
      </WhenReady>
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className={column}>
          <WhenReady promise={sales.summary} fallback={<ChartSkeleton />}>
            {(summary) => <TrendCard summary={summary} filters={filters} zone={zone} />}
          </WhenReady>
          <WhenReady promise={sales.topProducts} fallback={<ProductsSkeleton />}>
            {(products) => <TopProductsCard products={products} seesMoney={seesMoney} />}
          </WhenReady>
        </div>
        <div className={column}>
          <WhenReady promise={attention} fallback={<AttentionSkeleton />}>
            {(work) => <AttentionCard role={viewer.role} attention={work} className="max-lg:-order-1" />}
          </WhenReady>
          <WhenReady promise={sales.summary} fallback={<StatusSkeleton />}>
            {(summary) => <StatusCard summary={summary} filters={filters} />}
          </WhenReady>
          <QuickActionsCard role={viewer.role} />
        </div>
      </div>
    </>
  )
}

function WithoutTotals({ role, attention }: { role: Role } & Pick<DashboardScreenProps, 'attention'>) {
  const t = useTranslations('dashboard.withoutTotals')
  return (
    <div className="grid max-w-3xl gap-4">
      <p role="note" className="rounded-card border border-line bg-sunken px-4 py-3">
        <span className="block font-semibold">{t('title')}</span>
        <span className="text-ink-2">{t('text')}</span>
      </p>
      <WhenReady promise={attention} fallback={<AttentionSkeleton />}>
        {(work) => <AttentionCard role={role} attention={work} />}
      </WhenReady>
      <QuickActionsCard role={role} />
    </div>
  )
}

type FreshnessProps = Pick<DashboardScreenProps, 'frame' | 'viewer'> & { zone: string }

function Freshness({ frame, viewer, zone }: FreshnessProps) {
  const t = useTranslations('dashboard.freshness')
  const language = useLocale()
  const at = (instant: Date) => formatDateTime(instant, language, viewer.timeZone)
  const synced = frame.syncedAt && t('sync', { at: at(frame.syncedAt) })
  const imported = frame.importedAt ? t('import', { at: at(frame.importedAt) }) : synced ? null : t('never')
  const parts = [
    frame.newestOrder && t('order', { at: at(frame.newestOrder.placedAt) }),
    synced,
    frame.applyingImportId ? null : imported,
    zone,
  ]
  return (
    <span className="text-[13px] text-ink-3 tabular-nums">
      {parts.filter(Boolean).join(' · ')}
      {frame.applyingImportId && (
        <>
          {' · '}
          <ImportUnderWay id={frame.applyingImportId} linked={can(viewer.role, 'sheet.import')} />
        </>
      )}
    </span>
  )
}

function ImportUnderWay({ id, linked }: { id: string; linked: boolean }) {
  const t = useTranslations('dashboard.freshness')
  if (!linked) return t('applying')
  return (
    <Link
      href={`/dashboard/orders/import/${id}`}
      className="font-semibold text-accent-text underline underline-offset-2"
    >
      {t('applying')}
    </Link>
  )
}

/** An old export leaves today empty, a filter may too: lead to where the orders are. */
function QuietPeriod({ frame }: { frame: DashboardFrame }) {
  const t = useTranslations('dashboard.quiet')
  const language = useLocale()
  const { newestOrder, filters } = frame
  const day = newestOrder?.day
  const filtered = filters.shop !== null || filters.channel !== null
  const outside = day !== undefined && (day < filters.from || day > filters.to)
  const link = 'font-semibold text-accent-text underline underline-offset-2'
  return (
    <p className="mb-4 flex flex-wrap gap-x-2 rounded-card border border-line bg-sunken px-4 py-3">
      {t(filtered ? 'filtered' : 'text')}
      {filtered && (
        <Link href={dashboardHref({ shop: null, channel: null }, filters)} className={link}>
          {t('clear')}
        </Link>
      )}
      {!filtered && outside && (
        <Link href={dashboardHref(filters, { from: addDays(day, -29), to: day })} className={link}>
          {t('link', { day: formatDay(day, language) })}
        </Link>
      )}
    </p>
  )
}

/** A company without orders: a way to start, not a wall of zeros. */
function FirstUse({ role, hasProducts }: { role: Role; hasProducts: boolean }) {
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

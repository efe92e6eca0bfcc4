import { useLocale, useTranslations } from 'next-intl'
import { SalesFilterBar } from '@/components/insight/dashboard/sales-filters'
import { UnpricedOrders } from '@/components/sales/orders/unpriced-orders'
import { PageHeader } from '@/components/ui/page-header'
import { Tabs } from '@/components/ui/tabs'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { analyticsHref } from '@/lib/sales/sales-figures/analysis-filters'
import type { AnalyticsView } from '@/lib/insight/analytics/views'
import { formatDay, nameTimeZone } from '@/lib/core/dates'
import { AbcSection } from './abc-section'
import { AdsSection } from './ads-section'
import { CancellationsSection } from './cancellations-section'
import { CohortsSection } from './cohorts-section'
import { CoverSection } from './cover-section'
import { HoursSection } from './hours-section'
import { SectionFiles } from './parts'
import { PriceSection } from './price-section'
import { ProfitSection } from './profit-section'

type AnalyticsScreenProps = { view: AnalyticsView; viewer: Pick<Member, 'role' | 'timeZone'>; pageRows: number }

export function AnalyticsScreen({ view, viewer, pageRows }: AnalyticsScreenProps) {
  const t = useTranslations('analytics')
  const language = useLocale()
  const zone = nameTimeZone(viewer.timeZone, language)
  const { filters, seesMoney, section } = view
  const day = (value: string) => formatDay(value, language)
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t(section.tab !== 'profit' ? 'days' : section.isComparable ? 'description' : 'notFetched', {
          from: day(filters.from),
          to: day(filters.to),
          previousFrom: day(filters.previousFrom),
          previousTo: day(filters.previousTo),
        })}
        actions={can(viewer.role, 'list.export') && <SectionFiles filters={filters} />}
      />
      <Tabs
        label={t('tabs.label')}
        tabs={view.tabs.map((tab) => ({
          href: analyticsHref(filters, { tab, product: null }),
          label: t(tab === 'profit' && !seesMoney ? 'tabs.sales' : `tabs.${tab}`),
          active: filters.tab === tab,
        }))}
      />
      {!view.seesTotals && <WithoutTotals />}
      <SalesFilterBar
        today={view.today}
        shops={view.shops}
        channels={view.channels}
        entities={section.tab === 'ads' ? section.entities : undefined}
        zone={zone}
      />
      <UnpricedOrders count={view.unpriced} range={filters} where={filters} />
      <Section view={view} pageRows={pageRows} zone={zone} role={viewer.role} />
    </>
  )
}

type SectionProps = { view: AnalyticsView; pageRows: number; zone: string; role: Member['role'] }

function Section({ view, pageRows, zone, role }: SectionProps) {
  const { section } = view
  switch (section.tab) {
    case 'abc':
      return <AbcSection view={view} section={section} pageRows={pageRows} />
    case 'profit':
      return <ProfitSection view={view} section={section} pageRows={pageRows} />
    case 'ads':
      return <AdsSection view={view} section={section} pageRows={pageRows} role={role} />
    case 'hours':
      return <HoursSection view={view} section={section} zone={zone} />
    case 'cohorts':
      return <CohortsSection section={section} />
    case 'cancellations':
      return <CancellationsSection view={view} section={section} />
    case 'cover':
      return <CoverSection view={view} section={section} pageRows={pageRows} />
    case 'price':
      return <PriceSection section={section} />
  }
}

function WithoutTotals() {
  const t = useTranslations('analytics.withoutTotals')
  return (
    <p role="note" className="mb-4 rounded-card border border-line bg-sunken px-4 py-3">
      <span className="block font-semibold">{t('title')}</span>
      <span className="text-ink-2">{t('text')}</span>
    </p>
  )
}

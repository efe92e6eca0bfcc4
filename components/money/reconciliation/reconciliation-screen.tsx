import { useTranslations, useLocale } from 'next-intl'
import type { ReactNode } from 'react'
import { ParticipationQuestions } from '@/components/money/fees/participation-questions'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink } from '@/components/ui/button'
import { Pagination } from '@/components/ui/pagination'
import type { CaseFrame } from '@/lib/money/cases/views'
import { settlementsHref, settlementsPath, type SettlementFilters } from '@/lib/money/reconciliation/filters'
import type { ReconciliationView } from '@/lib/money/reconciliation/views'
import { CauseBars, type CauseBar } from './cause-bars'
import { ContestActions } from './contest-actions'
import { DetailDrawer } from './detail-drawer'
import { DifferencePicks, PickAll, PickBox } from './difference-picks'
import { ListFilters, ListSummary } from './list-filters'
import { RunProgress } from './run-progress'
import { SettlementTable } from './settlement-table'
import { ShopTotals } from './shop-totals'
import { PayoutCards, TotalsCards } from './totals-cards'
import { reconciliationTabs } from '@/lib/money/cases/tabs'
import { ArrowUpTrayIcon } from '@heroicons/react/24/outline'
import { ExportButton } from '@/components/insight/exports/export-button'
import { formatDay, type Day } from '@/lib/core/dates'

type ReconciliationScreenProps = {
  view: ReconciliationView
  frame: CaseFrame
  openId: string | null
  /** The order that the address names, over the list; null: none. */
  detail: ReactNode
}

export function ReconciliationScreen({ view, frame, openId, detail }: ReconciliationScreenProps) {
  const { filters, progress } = view
  const bars = useCauseBars(view)
  if (frame.prerequisites.isEmpty && !progress) return <FirstUse />
  return (
    <>
      <ReconciliationHeader filters={filters} ruleFrom={frame.prerequisites.ruleFrom} />
      {progress && <RunProgress {...progress} />}
      <div className="mb-4 empty:hidden">
        <ParticipationQuestions participation={view.participation} />
      </div>
      <TotalsCards view={view} />
      <div className="grid gap-2 sm:gap-4">
        <CauseBars
          totals={<PayoutCards view={view} />}
          bars={bars}
          isOfAllStates={filters.states.length > 0}
          due={{ cases: frame.due.cases, href: '/dashboard/shopee-reconciliation/casos?soon=1' }}
        />
        <DifferencePicks
          key={settlementsHref(filters, { after: null, before: null })}
          rows={frame.canDecide ? frame.picks : []}
        >
          <List view={view} frame={frame} openId={openId} />
        </DifferencePicks>
        <ShopTotals view={view} />
      </div>
      {detail && <DetailDrawer>{detail}</DetailDrawer>}
    </>
  )
}

function List({ view, frame, openId }: Pick<ReconciliationScreenProps, 'view' | 'frame' | 'openId'>) {
  const common = useTranslations('common')
  const { filters, page } = view
  return (
    <Card flush>
      <ListFilters view={view} today={frame.today} />
      {page.rows.length === 0 ? (
        <EmptyState
          kind="none"
          action={<ButtonLink href={`${settlementsPath}?period=all&show=all`}>{common('clearAll')}</ButtonLink>}
          className="border-t border-line"
        />
      ) : (
        <>
          {frame.canDecide && <ContestActions owners={frame.owners} today={frame.today} />}
          {frame.canDecide && <PickAll shown="cards" />}
          <SettlementTable
            rows={page.rows}
            picks={frame.picks}
            openId={openId}
            picking={
              frame.canDecide
                ? { all: <PickAll shown="column" />, one: ({ id, code }) => <PickBox id={id} code={code} /> }
                : null
            }
          />
          <Pagination
            summary={<ListSummary view={view} />}
            previousHref={page.previous && settlementsHref(filters, { before: page.previous })}
            nextHref={page.next && settlementsHref(filters, { after: page.next })}
          />
        </>
      )}
    </Card>
  )
}

function FirstUse() {
  const t = useTranslations('reconciliation.first')
  return (
    <EmptyState
      kind="first"
      title={t('title')}
      text={t('text')}
      action={
        <>
          <ButtonLink href={reconciliationTabs.files} variant="primary">
            {t('import')}
          </ButtonLink>
          <ButtonLink href="/dashboard/minha-empresa/lojas">{t('connect')}</ButtonLink>
        </>
      }
    />
  )
}

type ReconciliationHeaderProps = { filters: SettlementFilters; ruleFrom: Day | null }

/** Period and rule of the list, with its actions. */
function ReconciliationHeader({ filters: { from, to }, ruleFrom }: ReconciliationHeaderProps) {
  const t = useTranslations('reconciliation')
  const language = useLocale()
  const days = (from || to) && [from, to].map((day) => (day ? formatDay(day, language) : '…'))
  return (
    <div className="mb-2 flex items-center justify-between gap-3 sm:mb-3">
      <p className="min-w-0 text-ink-2 tabular-nums max-sm:text-[13px]">
        {[
          days ? t('period', { from: days[0]!, to: days[1]! }) : t('anyDay'),
          ruleFrom ? t('rule', { day: formatDay(ruleFrom, language) }) : t('noRule'),
        ].join(' · ')}
      </p>
      <div data-print="hide" className="flex shrink-0 gap-2">
        <ExportButton kind="settlements" />
        <ButtonLink href={reconciliationTabs.files}>
          <ArrowUpTrayIcon aria-hidden />
          <span className="max-sm:sr-only">{t('actions.import')}</span>
        </ButtonLink>
      </div>
    </div>
  )
}

/**
 * Costliest causes first, unexplained amounts last, missing ones apart from overpaid ones; each leads to its orders,
 * the chosen one back to all.
 */
function useCauseBars({ causes, unexplained, filters }: ReconciliationView): CauseBar[] {
  const t = useTranslations('reconciliation')
  const to = (cause: SettlementFilters['cause']) =>
    settlementsHref(filters, {
      q: '',
      states: [],
      minCents: null,
      inCase: null,
      cause: cause === filters.cause ? null : cause,
      differing: true,
      sort: 'difference',
    })
  const { shortOrders, shortCents, overOrders, overCents } = unexplained
  const sides = [
    { key: 'short', cents: shortCents, orders: shortOrders },
    { key: 'over', cents: overCents, orders: overOrders },
  ]
  return [
    ...causes.map(({ cause, amountCents, orders }) => ({
      key: cause,
      label: t(`causes.${cause}`),
      cents: amountCents,
      orders,
      href: to(cause),
      isChosen: filters.cause === cause,
    })),
    ...sides
      .filter(({ orders }) => orders > 0n)
      .map((side) => ({
        ...side,
        label: t('unexplained'),
        isHatched: true,
        href: to('unexplained'),
        isChosen: filters.cause === 'unexplained',
      })),
  ]
}

import { useLocale, useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Pagination } from '@/components/ui/pagination'
import { SearchInput } from '@/components/ui/search-input'
import { Tabs } from '@/components/ui/tabs'
import { formatDateTime } from '@/lib/core/dates'
import { formatNumber } from '@/lib/core/money'
import { movementsHref, noMovementFilters } from '@/lib/catalog/stock/filters'
import { countHref, countPath, countsPath, countTabs, type CountTab } from '@/lib/catalog/warehouse/count-schema'
import type { CountView } from '@/lib/catalog/warehouse/count-views'
import { CountActions } from './count-actions'
import { CountEntryPanel } from './count-entry-panel'
import { CountDifferences } from './count-differences'
import { CountTable } from './count-table'
import { CountStateBadge } from './counts-screen'

type CountScreenProps = { view: CountView; personId: string; timeZone: string }

export function CountScreen({ view, personId, timeZone }: CountScreenProps) {
  const { count, entries } = view
  return (
    <div className="grid gap-4">
      <Head view={view} timeZone={timeZone} />
      {count.state === 'open' && (
        <CountEntryPanel countId={count.id} personId={personId} entries={entries} timeZone={timeZone} />
      )}
      <Lines view={view} />
    </div>
  )
}

function Head({ view, timeZone }: Omit<CountScreenProps, 'personId'>) {
  const t = useTranslations('counts')
  const language = useLocale()
  const { count, summary } = view
  const begun = t('begunBy', {
    when: formatDateTime(count.createdAt, language, timeZone),
    person: count.createdBy ?? '—',
  })
  const closed =
    count.closedAt &&
    t(count.state === 'cancelled' ? 'cancelledBy' : 'bookedBy', {
      when: formatDateTime(count.closedAt, language, timeZone),
      person: count.closedBy ?? '—',
    })
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            {count.name}
            <CountStateBadge state={count.state} />
          </span>
        }
        description={[begun, closed].filter(Boolean).join(' ')}
        actions={
          <>
            <ButtonLink href={countsPath}>{t('back')}</ButtonLink>
            {count.state === 'booked' && (
              <ButtonLink href={movementsHref({ ...noMovementFilters, source: 'count', sourceId: count.id })}>
                {t('openMovements')}
              </ButtonLink>
            )}
            <CountActions view={{ count, summary, mark: view.mark }} />
          </>
        }
      />
      <CountDifferences summary={summary} />
    </Card>
  )
}

function Lines({ view }: { view: CountView }) {
  const t = useTranslations('counts.lines')
  const language = useLocale()
  const { count, summary, page, tab, q } = view
  const path = countPath(count.id)
  const counts: Record<CountTab, bigint> = {
    all: summary.lines,
    missing: summary.missing,
    counted: summary.counted,
    different: summary.different,
    moved: summary.moved,
  }
  return (
    <Card flush>
      <div className="px-3 pt-2">
        <Tabs
          label={t('views')}
          className="mb-0!"
          tabs={countTabs.map((known) => ({
            label: t(`tabs.${known}`),
            count: formatNumber(counts[known], language),
            href: countHref(path, { tab: known, q }),
            active: known === tab,
          }))}
        />
      </div>
      <div data-print="hide" className="flex flex-wrap items-center gap-2 p-3">
        <SearchInput label={t('search')} className="basis-56" />
        <ExportButton kind="count" query={new URLSearchParams({ count: count.id, tab, q }).toString()} />
      </div>
      {page.rows.length > 0 ? (
        <CountTable view={view} />
      ) : (
        <EmptyState
          kind="none"
          level={3}
          {...(q === '' && { title: t(`none.${tab}`), text: t('noneText') })}
          className="border-t border-line"
        />
      )}
      {(page.previous ?? page.next) && (
        <Pagination
          previousHref={page.previous && countHref(path, view, { before: page.previous })}
          nextHref={page.next && countHref(path, view, { after: page.next })}
        />
      )}
    </Card>
  )
}

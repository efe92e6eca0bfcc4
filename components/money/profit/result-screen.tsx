import { useLocale, useTranslations } from 'next-intl'
import { SalesFilterBar } from '@/components/insight/dashboard/sales-filters'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { PrintHeading } from '@/components/ui/print-heading'
import type { Member } from '@/lib/identity/auth/member'
import { formatDateTime, formatDay, nameTimeZone } from '@/lib/core/dates'
import type { Costless } from '@/lib/money/profit/costless'
import { isNothing } from '@/lib/money/profit/result-lines'
import type { ResultView } from '@/lib/money/profit/views'
import { ResultCards } from './result-cards'
import { ResultNotes } from './result-notes'
import { ResultTable } from './result-table'
import { ArrowDownTrayIcon } from '@heroicons/react/24/outline'
import { buttonClass } from '@/components/ui/button'
import { DownloadLink } from '@/components/ui/download-link'
import { PrintButton } from '@/components/ui/print-button'
import { can, type Role } from '@/lib/core/permissions'

type ResultScreenProps = {
  view: ResultView
  costless: Costless | null
  viewer: Pick<Member, 'role' | 'timeZone' | 'organizationName'>
}

/** The company's result: what is left of the sales after everybody has taken their part, month by month. */
export function ResultScreen({ view, costless, viewer }: ResultScreenProps) {
  const t = useTranslations('result')
  const zone = nameTimeZone(viewer.timeZone, useLocale())
  const isEmpty = [view.total, view.previous].every(isNothing)
  return (
    <div className="print-wide">
      <PrintHeading company={viewer.organizationName}>
        <PrintedAs view={view} timeZone={viewer.timeZone} />
      </PrintHeading>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={!isEmpty && <ResultActions view={view} role={viewer.role} />}
      />
      <SalesFilterBar
        today={view.today}
        shops={view.shops}
        channels={view.channels}
        entities={view.entities}
        zone={zone}
        fallback="month"
      />
      {isEmpty ? (
        <EmptyState kind="none" title={t('empty.title')} text={t('empty.text')} className="py-16" />
      ) : (
        <>
          <ResultCards view={view} />
          <ResultNotes view={view} costless={costless} role={viewer.role} />
          <ResultTable view={view} />
        </>
      )}
    </div>
  )
}

function PrintedAs({ view: { filters, entities }, timeZone }: { view: ResultView; timeZone: string }) {
  const t = useTranslations('result')
  const language = useLocale()
  const entity = entities.find(({ id }) => id === filters.entity)?.name ?? t('allEntities')
  const period = `${formatDay(filters.from, language)} – ${formatDay(filters.to, language)}`
  // oxlint-disable-next-line react/purity -- rendered once a request, on the server
  return t('printed', { entity, period, at: formatDateTime(new Date(), language, timeZone) })
}

/** The statement on paper, and as a file for who may export. */
function ResultActions({ view: { filters }, role }: { view: ResultView; role: Role }) {
  const t = useTranslations('result')
  const { from, to, shop, channel, entity } = filters
  const query = {
    period: 'custom',
    from,
    to,
    ...(shop && { shop }),
    ...(channel && { channel }),
    ...(entity && { entity }),
  }
  const href = (format: string) => `/api/profit/statement?${new URLSearchParams({ ...query, format }).toString()}`
  return (
    <>
      <PrintButton>{t('print')}</PrintButton>
      {can(role, 'list.export') &&
        (['xlsx', 'csv'] as const).map((format) => (
          <DownloadLink key={format} href={href(format)} className={buttonClass({})}>
            <ArrowDownTrayIcon aria-hidden />
            {t(format)}
          </DownloadLink>
        ))}
    </>
  )
}

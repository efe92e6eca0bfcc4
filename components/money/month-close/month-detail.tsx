import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { HistoryLink } from '@/components/insight/audit-log/history-link'
import { BackLink } from '@/components/sales/dispatch/back-link'
import { Card, CardHeader } from '@/components/ui/card'
import { formatMonth, formatDateTime } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import type { Month } from '@/lib/money/month-close/calendar'
import { monthCloseHref } from '@/lib/money/month-close/paths'
import { monthsAtOnce } from '@/lib/money/month-close/schema'
import type { MonthClosesView, MonthDetail as Opened, ClosingView } from '@/lib/money/month-close/views'
import { Adjustments } from './adjustments'
import { CloseButton } from './close-dialog'
import { FigureTable } from './figure-table'
import { MonthBadge } from './month-table'
import { PackButton } from './pack-button'
import { ReopenButton } from './reopen-dialog'
import { ExclamationTriangleIcon } from '@heroicons/react/24/outline'
import type { Precheck } from '@/lib/money/month-close/prechecks'
import { Badge } from '@/components/ui/badge'

const monthsUntil = (from: Month, to: Month): number => {
  const numberOf = (month: Month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
  return numberOf(to) - numberOf(from) + 1
}

type MonthDetailProps = { view: MonthClosesView; opened: Opened; timeZone: string }

/** A month: its figures as closed beside those of now, what it adjusted, what it still lacks, and what can be done. */
export function MonthDetail({ view, opened, timeZone }: MonthDetailProps) {
  const t = useTranslations('monthClose')
  const language = useLocale()
  const { month, state, frozen, live, adjustments } = opened
  const { may, entity, entities, next, mayBegin } = view
  const of = { legalEntityId: entity!.id, month }
  const { profit: own, sharedLeft } = frozen ?? live
  const adjusted =
    own === undefined ? null : adjustments.reduce((sum, { changes }) => sum + (changes.profit ?? 0n), own)
  return (
    <div className="grid min-w-0 gap-4">
      <BackLink href={monthCloseHref(entities.length > 1 ? entity!.id : null)} label={t('detail.back')} />
      <Card>
        <CardHeader
          title={`${formatMonth(month, language)} · ${entity!.name}`}
          description={t('text')}
          actions={
            <>
              <MonthBadge state={state} />
              {may.download && <PackButton {...of} provisional={state !== 'closed'} />}
              {state === 'closed' && may.reopen && opened.isLast && <ReopenButton {...of} />}
              {state === 'next' && may.close && <CloseButton {...of} />}
              {state === 'open' && may.close && mayBegin && <CloseButton {...of} scope="begin" />}
              {state === 'open' && may.close && next && monthsUntil(next, month) <= monthsAtOnce && (
                <CloseButton {...of} scope="until" from={next} />
              )}
            </>
          }
        />
        {(state === 'open' || state === 'running' || state === 'before') && (
          <p className="mt-1 text-[13px] text-ink-2">
            {t(`reasons.${state}`, { next: next ? formatMonth(next, language) : '' })}
          </p>
        )}
        <HistoryLink kind="monthClose" id={entity!.id} />
        {sharedLeft !== undefined && (
          <p className="mt-3 text-[13px] text-warn">
            {t('detail.sharedLeft', { cents: formatMoney(-sharedLeft, language) })}
          </p>
        )}
        {adjustments.length > 0 && adjusted !== null && (
          <p className="mt-3 tabular-nums">
            {`${t('detail.withAdjustments')}: `}
            <strong>{formatMoney(adjusted, language)}</strong>
          </p>
        )}
      </Card>
      {(state === 'next' || state === 'open') && <Prechecks checks={opened.prechecks} />}
      <Adjustments adjustments={adjustments} entity={entity!} taken={frozen !== null} next={view.next} />
      <FigureTable opened={opened} entity={entity!} />
      <ClosingHistory closings={opened.closings} timeZone={timeZone} />
    </div>
  )
}

function Prechecks({ checks }: { checks: Precheck[] }) {
  const t = useTranslations('monthClose.checks')
  const language = useLocale()
  return (
    <Card>
      <CardHeader title={t('title')} description={checks.length > 0 ? t('text') : undefined} className="mb-3" />
      {checks.length === 0 && <p className="text-[13px] text-ink-2">{t('none')}</p>}
      <ul className="grid gap-2 text-[13px]">
        {checks.map(({ kind, count, cents, href }) => {
          const text = t(kind, { count: count ?? 0, cents: formatMoney(cents ?? 0n, language) })
          return (
            <li key={kind} className="flex gap-2">
              <ExclamationTriangleIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
              <span>
                {text}{' '}
                {href && (
                  <Link
                    href={href}
                    aria-label={`${t('open')}: ${text}`}
                    className="font-semibold text-accent-text underline underline-offset-2"
                  >
                    {t('open')}
                  </Link>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** Each time the month was closed and opened again, with the code that its figures can be checked by. */
function ClosingHistory({ closings, timeZone }: { closings: ClosingView[]; timeZone: string }) {
  const t = useTranslations('monthClose.history')
  const language = useLocale()
  if (closings.length === 0) return null
  const at = (moment: Date) => formatDateTime(moment, language, timeZone)
  return (
    <Card>
      <CardHeader title={t('title')} className="mb-3" />
      <ol className="grid gap-3">
        {closings.toReversed().map((closing) => {
          const { nth, closedAt, closedBy, reopenedAt, reopenedBy, hash, isWhole, note } = closing
          const reason = closing.reopenReason ?? ''
          return (
            <li key={nth} className="min-w-0 border-b border-line pb-3 last:border-0 last:pb-0">
              <p className="font-medium">
                {closedBy
                  ? t('closed', { at: at(closedAt), name: closedBy })
                  : t('closedUnnamed', { at: at(closedAt) })}
              </p>
              {note && <p className="wrap-anywhere whitespace-pre-line text-ink-2">{note}</p>}
              {reopenedAt && (
                <p className="wrap-anywhere text-ink-2">
                  {reopenedBy
                    ? t('reopened', { at: at(reopenedAt), name: reopenedBy, reason })
                    : t('reopenedUnnamed', { at: at(reopenedAt), reason })}
                </p>
              )}
              <p className="mt-1 text-[13px] text-ink-3">{t('hash')}</p>
              <p className="font-mono text-xs wrap-anywhere">{hash}</p>
              <Badge tone={isWhole ? 'good' : 'bad'} className="mt-1">
                {t(isWhole ? 'whole' : 'broken')}
              </Badge>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

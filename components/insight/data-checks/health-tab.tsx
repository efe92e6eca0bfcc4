import { useTranslations, useLocale } from 'next-intl'
import { KeepFresh } from '@/components/insight/exports/keep-fresh'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { severities, type CheckName } from '@/lib/insight/data-checks/schema'
import type { AuditHealthView } from '@/lib/insight/data-checks/views'
import { FindingItem } from './finding-item'
import { RunButton } from './run-button'
import { ScoreCard } from './score-card'
import { formatDateTime, formatDay, formatDayShort } from '@/lib/core/dates'
import { LineChart } from '@/components/ui/chart/line-chart'
import type { DayScore } from '@/lib/insight/data-checks/queries'

/** The faults of the company's data and connections, worst first, and their history. */
export function HealthTab({ view }: { view: AuditHealthView }) {
  const t = useTranslations('healthChecks')
  const { latest, running, findings } = view
  const isUnderWay = running !== null || findings.some(({ repair }) => repair === 'asked')
  const isFirst = latest === null && running === null && !view.hasFailed
  return (
    <div className="flex flex-col gap-4">
      {isUnderWay && <KeepFresh />}
      <Announcement view={view} />
      {isFirst ? (
        <FirstRun total={view.total} run={t('run')} />
      ) : (
        <>
          <ScoreCard view={view} />
          {latest && <Findings view={view} runId={latest.runId} />}
          {latest && <Healthy view={view} />}
          {latest && <ScoreHistory history={view.history} />}
        </>
      )}
    </div>
  )
}

/** By quarters, so that a screen reader does not announce every single check. */
const STEP = 25

function Announcement({ view: { running, latest, hasFailed } }: { view: AuditHealthView }) {
  const t = useTranslations('healthChecks.announce')
  const percent = running ? Math.floor((running.done * 100) / Math.max(1, running.total) / STEP) * STEP : 0
  return (
    <p role="status" className="sr-only">
      {running ? t('running', { percent }) : hasFailed ? t('failed') : latest && t('done', { score: latest.score })}
    </p>
  )
}

function FirstRun({ total, run }: { total: number; run: string }) {
  const t = useTranslations('healthChecks.empty')
  return (
    <Card>
      <EmptyState
        kind="first"
        title={t('title')}
        text={t('text', { total })}
        action={<RunButton label={run} isRunning={false} />}
      />
    </Card>
  )
}

function Findings({ view, runId }: { view: AuditHealthView; runId: string }) {
  const t = useTranslations('healthChecks')
  return severities.map((severity) => {
    const ofThis = view.findings.filter((finding) => finding.severity === severity)
    if (ofThis.length === 0) return null
    return (
      <Card key={severity} flush>
        <CardHeader
          title={t(`severities.${severity}`)}
          description={t(`severityText.${severity}`)}
          className="px-4 py-3"
        />
        <ul className="divide-y divide-line border-t border-line">
          {ofThis.map((finding) => (
            <FindingItem key={finding.check} finding={finding} runId={runId} note={noteOf(finding.check, view)} />
          ))}
        </ul>
      </Card>
    )
  })
}

/** The note of a check beside its outcome. */
const noteOf = (check: CheckName, { auditLog, timeZone }: AuditHealthView) =>
  check === 'trailBroken' && auditLog ? <AuditLogCheck auditLog={auditLog} timeZone={timeZone} /> : null

function Healthy({ view }: { view: AuditHealthView }) {
  const t = useTranslations('healthChecks')
  const { healthy: checks, findings } = view
  return (
    <Card>
      {findings.length === 0 && <p className="mb-2 font-semibold text-good">{t('allHealthy')}</p>}
      <details>
        <summary className="cursor-pointer text-[13px] font-semibold">{t('healthy', { count: checks.length })}</summary>
        <ul className="mt-2 grid gap-x-4 gap-y-1 text-[13px] text-ink-2 sm:grid-cols-2">
          {checks.map((check) => {
            const note = noteOf(check, view)
            return (
              <li key={check}>
                {t(`checks.${check}.title`)}
                {note && <p className="text-ink-3">{note}</p>}
              </li>
            )
          })}
        </ul>
      </details>
    </Card>
  )
}

type AuditLogCheckProps = { auditLog: NonNullable<AuditHealthView['auditLog']>; timeZone: string }

/** How much of the trail the last run read, and since when each entry was. */
function AuditLogCheck({ auditLog: { verified, chained, wholeSince, at }, timeZone }: AuditLogCheckProps) {
  const t = useTranslations('healthChecks.trail')
  const language = useLocale()
  const when = (moment: Date) => formatDateTime(moment, language, timeZone)
  return (
    <>
      {t('read', { verified, chained, at: when(at) })}{' '}
      {wholeSince === null ? t('goesOn') : t('whole', { since: when(new Date(wholeSince)) })}
    </>
  )
}

/** One day alone is no line. */
const LEAST_DAYS = 2

function ScoreHistory({ history }: { history: DayScore[] }) {
  const t = useTranslations('healthChecks.history')
  const language = useLocale()
  const points = history.map(({ day, score }) => ({
    label: formatDayShort(day, language),
    title: formatDay(day, language),
    value: score,
    valueText: String(score),
  }))
  return (
    <Card className="min-w-0">
      <CardHeader title={t('title')} description={t('description')} className="mb-3" />
      {points.length < LEAST_DAYS ? (
        <p className="text-[13px] text-ink-2">{t('none')}</p>
      ) : (
        <LineChart
          label={t('chart')}
          names={{ x: t('day'), current: t('score') }}
          points={points}
          formatTick={(tick) => String(Math.round(tick))}
        />
      )}
    </Card>
  )
}

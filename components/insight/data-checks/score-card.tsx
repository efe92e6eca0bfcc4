import { useLocale, useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Definition } from '@/components/ui/definition'
import { Progress } from '@/components/ui/progress'
import { formatDateTime } from '@/lib/core/dates'
import type { AuditHealthView } from '@/lib/insight/data-checks/views'
import { RunButton } from './run-button'

const WHOLE = 100
const FAIR = 50

const verdictOf = (score: number): { word: 'good' | 'fair' | 'bad'; tone: Tone } => {
  if (score === WHOLE) return { word: 'good', tone: 'good' }
  return score >= FAIR ? { word: 'fair', tone: 'warn' } : { word: 'bad', tone: 'bad' }
}

/** The last run's score, and how far the one under way is. */
export function ScoreCard({ view }: { view: AuditHealthView }) {
  const t = useTranslations('healthChecks')
  const { latest, running, hasFailed } = view
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        {latest && <Score latest={latest} timeZone={view.timeZone} />}
        <RunButton label={t(latest ? 'again' : 'run')} isRunning={running !== null} />
      </div>
      {running && (
        <div className="mt-4">
          <Progress
            label={t(running.state === 'queued' ? 'queued' : 'running')}
            value={running.state === 'queued' ? undefined : running.done}
            max={running.total}
            detail={t('of', { done: running.done, total: running.total })}
          />
          <p className="mt-2 text-[13px] text-ink-2">{t('leave')}</p>
        </div>
      )}
      {hasFailed && <p className="mt-3 text-[13px] text-bad">{t(latest ? 'failed' : 'failedFirst')}</p>}
    </Card>
  )
}

type ScoreProps = { latest: NonNullable<AuditHealthView['latest']>; timeZone: string }

function Score({ latest: { score, at, byNight, askedBy }, timeZone }: ScoreProps) {
  const t = useTranslations('healthChecks.score')
  const language = useLocale()
  const { word, tone } = verdictOf(score)
  const who = byNight ? t('byNight') : t('by', { name: askedBy ?? t('someone') })
  return (
    <div className="min-w-0">
      <h2 className="flex items-center gap-2 text-[15px] font-title">
        {t('title')}
        <Definition label={t('how')}>{t('formula')}</Definition>
      </h2>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="text-3xl font-title tabular-nums">{score}</span>
        <span className="text-ink-2">{t('of100')}</span>
        <Badge tone={tone}>{t(word)}</Badge>
      </p>
      <p className="mt-1 text-[13px] text-ink-3">
        {t('last', { at: formatDateTime(at, language, timeZone) })} · {who}
      </p>
    </div>
  )
}

import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import type { CaseView } from '@/lib/money/cases/views'
import { formatDateTime } from '@/lib/core/dates'
import { NoteForm } from './note-form'

type CaseTimelineProps = { caseView: CaseView; timeZone: string }

/** The events, newest first. */
export function CaseTimeline({ caseView, timeZone }: CaseTimelineProps) {
  const t = useTranslations('cases')
  const language = useLocale()
  return (
    <Card>
      <CardHeader title={t('timeline.title')} className="mb-3" />
      {caseView.canDecide && <NoteForm key={caseView.events.length} id={caseView.id} />}
      <ol className="grid gap-3">
        {caseView.events.map(({ id, at, by, state, text }) => (
          <li key={id}>
            <p className="font-medium">{state ? t(`states.${state}`) : t('timeline.note')}</p>
            {text && <p className="wrap-anywhere whitespace-pre-line text-ink-2">{text}</p>}
            <p className="text-[13px] text-ink-3 tabular-nums">
              {`${formatDateTime(at, language, timeZone)} · ${by ?? t('timeline.system')}`}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

import { useLocale, useTranslations } from 'next-intl'
import { ModelText } from '@/components/assist/assistant/markdown'
import { buttonClass } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { DownloadLink } from '@/components/ui/download-link'
import type { EventView, TaskView } from '@/lib/assist/agent-tasks/task-view'
import { formatDateTime } from '@/lib/core/dates'
import { AnswerForm } from './answer-form'
import { DecideAction } from './decide-action'

type TaskTimelineProps = { task: TaskView; canApprove: boolean; timeZone: string }

/**
 * The events, in order. Words of the other side are text and nothing else: none of their pictures is loaded, none of
 * their addresses becomes a link, and none of their requests runs without a person.
 */
export function TaskTimeline({ task, canApprove, timeZone }: TaskTimelineProps) {
  const t = useTranslations('agentTasks.timeline')
  const language = useLocale()
  const isAnswered = (id: string) =>
    task.events.some(({ answers, callState }) => answers === id && callState !== 'refused' && callState !== 'unclear')
  return (
    <Card>
      <CardHeader title={t('title')} className="mb-3" />
      <ol className="grid gap-4" aria-live="polite">
        {task.events.map((event) => (
          <li key={event.id} className="grid gap-1 border-l-2 border-line pl-3">
            <EventHeading event={event} />
            <EventText event={event} />
            <EventFiles files={event.files} />
            <p className="text-[13px] text-ink-3 tabular-nums">
              {[
                formatDateTime(event.at, language, timeZone),
                event.byName ?? (event.kind === 'note' ? t('system') : t('manus')),
                event.callState && t(`calls.${event.callState}`),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {event.isWaiting && !isAnswered(event.id) && (
              <Reply taskId={task.id} event={event} canApprove={canApprove} />
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function EventText({ event: { kind, text } }: { event: EventView }) {
  if (!text || kind === 'note' || kind === 'decision') return null
  if (kind === 'message') return <ModelText text={text} />
  return <p className="wrap-anywhere whitespace-pre-line">{text}</p>
}

const notes = ['asked', 'approved', 'sent', 'unclear', 'retried', 'cancelled', 'done', 'failed'] as const
const statuses = ['running', 'stopped', 'error', 'waiting'] as const
const find = <Name extends string>(names: readonly Name[], text: string | null) => names.find((name) => name === text)

function EventHeading({ event: { kind, text, word } }: { event: EventView }) {
  const t = useTranslations('agentTasks.timeline')
  const note = find(notes, text)
  const status = find(statuses, word)
  const headings: Partial<Record<EventView['kind'], string | null | undefined>> = {
    note: note && t(`notes.${note}`),
    status: status && t(`statuses.${status}`),
    question: t('question'),
    action: word ? t('action', { type: word }) : t('actionUnknown'),
    answer: t('answer'),
    decision: text === 'confirmed' ? t('notes.confirmed') : t('notes.refused'),
  }
  const heading = headings[kind]
  return heading ? <h3 className="text-sm font-semibold wrap-anywhere">{heading}</h3> : null
}

function EventFiles({ files }: Pick<EventView, 'files'>) {
  const t = useTranslations('agentTasks.timeline')
  if (files.length === 0) return null
  return (
    <ul className="grid gap-1">
      {files.map(({ id, name, state }) => (
        <li key={id} className="flex flex-wrap gap-2 text-[13px] wrap-anywhere">
          {state === 'kept' ? (
            <DownloadLink
              className={buttonClass({ size: 'sm', className: 'h-auto! max-w-full py-1 whitespace-normal!' })}
              href={`/api/manus/results/${id}`}
            >
              {t('file', { name })}
            </DownloadLink>
          ) : (
            <span className="text-ink-2">
              {state === 'waiting' ? t('filePending', { name }) : t('fileRefused', { name })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

type ReplyProps = { taskId: string; event: EventView; canApprove: boolean }

function Reply({ taskId, event: { id, kind, text }, canApprove }: ReplyProps) {
  const t = useTranslations('agentTasks.timeline')
  if (!canApprove) return <p className="text-[13px] text-ink-2">{t('onlyApprovers')}</p>
  return kind === 'question' ? (
    <AnswerForm id={taskId} eventId={id} />
  ) : (
    <DecideAction id={taskId} eventId={id} text={text} />
  )
}

'use client'

import { ArrowPathIcon } from '@heroicons/react/24/outline'
import { isToolUIPart } from 'ai'
import { useLocale, useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { isProposed, type AssistantMessage, type ToolOutcome } from '@/lib/assist/assistant/contract'
import { writeDollars } from '@/lib/assist/assistant/dollars'
import type { ProposalMark } from '@/lib/assist/assistant/views'
import { Consulted, type Consultation } from './consulted'
import { ModelText } from './markdown'
import { ProposalPart } from './proposal-part'
import { QuestionList } from './suggestions'
import { ToolResult } from './tool-result'
import { wordsOf } from './use-conversation'

type AnswerProps = {
  message: AssistantMessage
  isLast: boolean
  busy: boolean
  /** The connection broke while it was being given. */
  broken: boolean
  proposals: Record<string, ProposalMark>
  mayConfirm: boolean
  onRetry: () => void
  onQuestion: (question: string) => void
}

/** The words first, then what they rest on: figures and rows, drafts to decide, and what was looked up. */
export function Answer({ message, isLast, busy, broken, proposals, mayConfirm, onRetry, onQuestion }: AnswerProps) {
  const t = useTranslations('assistant')
  const { source, state } = message.metadata ?? {}
  const failure = broken ? 'cut' : message.metadata?.failure
  const consultations = consultationsOf(message)
  const words = wordsOf(message, '\n\n')
  const isStopped = !busy && !broken && (state === 'stopped' || state === 'streaming')
  return (
    <article aria-label={t('chat.assistant')} className="grid min-w-0 gap-3" aria-busy={busy || undefined}>
      {source === 'local' ? <p className="wrap-anywhere whitespace-pre-line">{words}</p> : <ModelText text={words} />}
      {consultations.map(({ id, name, outcome }) => outcome && <ToolResult key={id} name={name} outcome={outcome} />)}
      {consultations.map(
        ({ id, outcome }) =>
          outcome &&
          isProposed(outcome) && (
            <ProposalPart key={id} proposed={outcome} mark={proposals[outcome.id] ?? 'open'} mayConfirm={mayConfirm} />
          ),
      )}
      {busy && <p className="text-ink-3">{t(words ? 'chat.answering' : 'chat.thinking')}</p>}
      {isStopped && <p className="text-[13px] text-ink-3">{t('chat.stopped')}</p>}
      {!busy && failure && (
        <p role={isLast ? 'alert' : undefined} className="rounded-control bg-bad-soft px-3 py-2 text-bad">
          {t(`failures.${failure}`)}
        </p>
      )}
      {isLast && !busy && (isStopped || failure) && (
        <div>
          <Button size="sm" onClick={onRetry}>
            <ArrowPathIcon aria-hidden />
            {t('chat.retry')}
          </Button>
        </div>
      )}
      {isLast && !busy && message.metadata?.suggestions && (
        <QuestionList label={t('empty.suggestions')} questions={message.metadata.suggestions} onQuestion={onQuestion} />
      )}
      {!busy && <Footer message={message} consultations={consultations} />}
    </article>
  )
}

function Footer({ message, consultations }: { message: AssistantMessage; consultations: Consultation[] }) {
  const t = useTranslations('assistant')
  const language = useLocale()
  const { source, tokens, costMicros = '0' } = message.metadata ?? {}
  const read = consultations.filter(({ outcome }) => !outcome || !isProposed(outcome))
  return (
    <footer className="flex flex-wrap items-start gap-x-4 gap-y-1 text-xs text-ink-3 tabular-nums">
      {source && <span className="pt-0.5">{t(`sources.${source}`)}</span>}
      {Boolean(tokens) && (
        <span className="pt-0.5">
          {t('usage.answerCost', { tokens: tokens ?? 0, cost: writeDollars(costMicros, language) })}
        </span>
      )}
      {read.length > 0 && <Consulted consultations={read} />}
    </footer>
  )
}

const consultationsOf = ({ parts }: AssistantMessage): Consultation[] =>
  parts.filter(isToolUIPart).map((part) => ({
    id: part.toolCallId,
    name: part.type === 'dynamic-tool' ? part.toolName : part.type.slice('tool-'.length),
    input: part.input,
    outcome: part.state === 'output-available' ? (part.output as ToolOutcome) : null,
  }))

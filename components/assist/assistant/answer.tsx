'use client'

import Link from 'next/link'
import { ArrowPathIcon } from '@heroicons/react/24/outline'
import { isToolUIPart } from 'ai'
import { useLocale, useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { isProposed, type AssistantMessage, type ToolOutcome, isRefusal } from '@/lib/assist/assistant/contract'
import { writeDollars } from '@/lib/assist/assistant/dollars'
import type { ProposalMark } from '@/lib/assist/assistant/views'
import { ModelText } from './markdown'
import { QuestionList } from './suggestions'
import { ToolResult } from './tool-result'
import { wordsOf } from './use-conversation'
import { DecideProposal } from '@/components/assist/integrations/decide-proposal'
import { ProposalLines } from '@/components/assist/integrations/proposal-lines'
import { Card } from '@/components/ui/card'
import type { Proposed } from '@/lib/assist/proposals/propose'
import { useMessage } from '@/components/ui/use-message'
import { useQuestionText, useToolName } from './tool-words'

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

type ProposalPartProps = { proposed: Proposed; mark: ProposalMark; mayConfirm: boolean }

/** A draft: each line before and after, and the person's yes or no, which alone changes something. */
function ProposalPart({ proposed: { id, kind, diff }, mark, mayConfirm }: ProposalPartProps) {
  const t = useTranslations('assistant')
  const kinds = useTranslations('proposals.kinds')
  return (
    <Card as="div" className="grid max-w-xl gap-3">
      <h3 className="font-title">
        <span className="text-ink-3">{t('chat.proposed')}:</span> {kinds(kind)}
      </h3>
      <ProposalLines diff={diff} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-[13px] text-ink-3">{t(`proposals.${mark}`)}</span>
        {mark === 'open' && mayConfirm && <DecideProposal id={id} name={kinds(kind)} />}
      </div>
    </Card>
  )
}

/** Where an answer comes from: each look-up as it was understood, with the page that shows the same. */
type Consultation = { id: string; name: string; input: unknown; outcome: ToolOutcome | null }

function Consulted({ consultations }: { consultations: Consultation[] }) {
  const t = useTranslations('assistant.consulted')
  return (
    <details className="min-w-0">
      <summary className="w-fit py-0.5 hover:text-ink">{t('title', { count: consultations.length })}</summary>
      <ul className="mt-1 grid gap-1">
        {consultations.map((consultation) => (
          <li key={consultation.id}>
            <Source consultation={consultation} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Source({ consultation: { name, outcome } }: { consultation: Consultation }) {
  const t = useTranslations('assistant.consulted')
  const toolName = useToolName()(name)
  const message = useMessage()
  const questionText = useQuestionText()
  if (!outcome || isProposed(outcome)) return t('cancelled', { name: toolName })
  if (isRefusal(outcome)) return t('refused', { name: toolName, reason: message(outcome.error, outcome.values) })
  return (
    <>
      {[toolName, questionText(outcome)].filter(Boolean).join(' · ')}{' '}
      <Link href={outcome.href} className="text-accent-text underline underline-offset-2">
        {t('open')}
      </Link>
    </>
  )
}

'use client'

import { isToolUIPart } from 'ai'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { isProposed, type AssistantMessage, type ToolOutcome } from '@/lib/assist/assistant/contract'
import { wordsOf } from './use-conversation'
import { nextUtterance } from './utterance'

type SpokenProps = { message: AssistantMessage | undefined; busy: boolean; refused: boolean; broken: boolean }

/**
 * Announces an answer to screen readers in whole sentences as they come, each once; then the decisions that wait.
 * Earlier text is read, not announced, and a failure is an alert of its own.
 */
export function Spoken({ message, busy, refused, broken }: SpokenProps) {
  const t = useTranslations('assistant')
  const kinds = useTranslations('proposals.kinds')
  const region = useRef<HTMLDivElement>(null)
  const said = useRef({ id: '', upTo: 0, isDue: false })
  const isAnswer = message?.role === 'assistant'
  const text = isAnswer ? wordsOf(message, '\n') : ''
  const { state, failure } = message?.metadata ?? {}
  const isStopped = !failure && !broken && (state === 'stopped' || state === 'streaming')
  useEffect(() => {
    const now = said.current
    const announce = (words: string) => {
      if (words && region.current && region.current.textContent !== words) region.current.textContent = words
    }
    now.isDue = (now.isDue || busy) && !refused
    if (!message || !now.isDue) return
    if (!isAnswer) return busy ? announce(t('chat.thinking')) : undefined
    if (now.id !== message.id) Object.assign(now, { id: message.id, upTo: 0 })
    const { say, to } = nextUtterance(text, now.upTo, !busy)
    now.upTo = to
    if (busy) return announce(say)
    now.isDue = false
    const drafts = draftsOf(message).map(({ kind }) => `${t('chat.proposed')}: ${kinds(kind)}. ${t('proposals.open')}`)
    announce([say, ...drafts, isStopped && t('chat.stopped')].filter(Boolean).join(' '))
  }, [busy, refused, isAnswer, isStopped, message, text, t, kinds])
  return <div ref={region} aria-live="polite" className="sr-only" />
}

const draftsOf = ({ parts }: AssistantMessage) =>
  parts
    .filter(isToolUIPart)
    .flatMap((part) => (part.state === 'output-available' ? [part.output as ToolOutcome] : []))
    .filter(isProposed)

'use client'

import { ArrowPathIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { FormError } from '@/components/ui/form-error'
import type { AssistantView } from '@/lib/assist/assistant/views'
import { Answer } from './answer'
import { Composer } from './composer'
import { Spoken } from './spoken'
import { Suggestions } from './suggestions'
import { UsageLine } from './usage-line'
import { useConversation, wordsOf } from './use-conversation'
import { useOrganization } from '@/components/shell/organization-context'

type ChatProps = {
  chatKey: string
  threadId: string | null
  view: AssistantView
  onThread: (id: string) => void
}

export function Chat({ chatKey, threadId, view, onThread }: ChatProps) {
  const t = useTranslations('assistant')
  const draft = useDraft(threadId ?? 'new')
  const before = view.thread && view.thread.id === threadId ? view.thread.messages : []
  const { messages, busy, taken, refusal, broken, ...chat } = useConversation({
    chatKey,
    threadId,
    onThread,
    messages: before,
  })
  const { clear } = draft
  useEffect(() => {
    if (taken) clear()
  }, [taken, clear])
  const { list, question: questionRef, follow } = useTurnInView(before.length > 2)
  const section = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  // The pressed button goes away; with a keyboard the focus goes to the field, and no phone's keyboard comes up by
  // itself.
  const keepFocus = () =>
    (window.matchMedia('(pointer: fine)').matches ? field : section).current?.focus({ preventScroll: true })
  const askQuestion = (question: string) => {
    keepFocus()
    follow()
    draft.send(question)
    chat.ask(question)
  }
  const retry = () => {
    keepFocus()
    follow()
    chat.retry()
  }
  const stop = () => {
    keepFocus()
    chat.stop()
  }
  const last = messages.at(-1)
  const lastQuestion = messages.findLast(({ role }) => role === 'user')
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t('chat.label')}
      className="flex min-h-[70dvh] min-w-0 flex-1 flex-col gap-4 outline-none"
    >
      {view.answerer.why && (
        <p className="text-[13px] text-ink-3">
          {t(`why.${view.answerer.why}`)}{' '}
          {view.answerer.why === 'noKey' && view.answerer.maySetKey && (
            <Link href="/dashboard/apis" className="text-accent-text underline underline-offset-2">
              {t('setKey')}
            </Link>
          )}
        </p>
      )}
      {messages.length === 0 && <Suggestions questions={view.suggestions} onQuestion={askQuestion} />}
      <ol ref={list} className="grid gap-5">
        {messages.map((message) => (
          <li
            key={message.id}
            ref={message === lastQuestion ? questionRef : undefined}
            className="min-w-0 scroll-mt-18"
          >
            {message.role === 'user' ? (
              <Question text={wordsOf(message)} />
            ) : (
              <Answer
                message={message}
                isLast={message === last}
                busy={busy && message === last}
                broken={broken && message === last}
                proposals={view.proposals}
                mayConfirm={view.mayConfirm}
                onRetry={retry}
                onQuestion={askQuestion}
              />
            )}
          </li>
        ))}
      </ol>
      {busy && last?.role === 'user' && <p className="text-ink-3">{t('chat.thinking')}</p>}
      {refusal && (
        <div className="grid justify-items-start gap-2">
          <FormError error={refusal} />
          <Button size="sm" onClick={retry}>
            <ArrowPathIcon aria-hidden />
            {t('chat.retry')}
          </Button>
        </div>
      )}
      <Spoken message={last} busy={busy} refused={refusal !== null} broken={broken} />
      <div className="sticky bottom-0 z-10 max-md:bottom-14 mt-auto bg-canvas pt-1 pb-3">
        <Composer
          fieldRef={field}
          busy={busy}
          text={draft.text}
          onWrite={draft.write}
          onQuestion={askQuestion}
          onStop={stop}
        />
        {view.usage && <UsageLine usage={view.usage} />}
      </div>
    </section>
  )
}

function Question({ text }: { text: string }) {
  const t = useTranslations('assistant.chat')
  return (
    <div className="ml-auto w-fit max-w-[85%] rounded-card bg-accent-soft px-3 py-2 wrap-anywhere whitespace-pre-line">
      <span className="sr-only">{t('you')}</span> {text}
    </div>
  )
}

const never = () => () => undefined

/** The text being typed, also after a reload. */
function useDraft(of: string) {
  const { organizationId, userId } = useOrganization()
  const [name] = useState(`mascate-question:${organizationId}:${userId}:${of}`)
  const kept = useSyncExternalStore(
    never,
    () => sessionStorage.getItem(name) ?? '',
    () => '',
  )
  const [typed, setTyped] = useState<string | null>(null)
  const keep = (next: string) => (next ? sessionStorage.setItem(name, next) : sessionStorage.removeItem(name))
  return {
    text: typed ?? kept,
    write: (next: string) => {
      setTyped(next)
      keep(next)
    },
    /** Out of the field, and kept until the server has taken it. */
    send: (question: string) => {
      setTyped('')
      keep(question)
    },
    clear: () => sessionStorage.removeItem(name),
  }
}

const readersOwn = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Keeps the question that was asked last at the top of the view while its answer grows, until the reader goes elsewhere. A
 * conversation that is opened shows its latest turn, where the browser has not gone back to another place of it.
 */
function useTurnInView(hasPast: boolean) {
  const list = useRef<HTMLOListElement>(null)
  const question = useRef<HTMLLIElement>(null)
  const following = useRef(false)
  const [opensLate] = useState(hasPast)
  useEffect(() => {
    if (opensLate && window.scrollY === 0) question.current?.scrollIntoView({ block: 'start' })
  }, [opensLate])
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!(target instanceof HTMLTextAreaElement)) following.current = false
    }
    const grown = new ResizeObserver(() => {
      if (following.current) question.current?.scrollIntoView({ block: 'start' })
    })
    if (list.current) grown.observe(list.current)
    for (const name of readersOwn) window.addEventListener(name, leave, { passive: true })
    return () => {
      grown.disconnect()
      for (const name of readersOwn) window.removeEventListener(name, leave)
    }
  }, [])
  return { list, question, follow: () => void (following.current = true) }
}

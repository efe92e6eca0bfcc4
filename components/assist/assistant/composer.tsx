'use client'

import { PaperAirplaneIcon, StopIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, type RefObject } from 'react'
import { Button } from '@/components/ui/button'
import { MOST_QUESTION_CHARACTERS } from '@/lib/assist/assistant/question'

type ComposerProps = {
  fieldRef: RefObject<HTMLTextAreaElement | null>
  text: string
  busy: boolean
  onWrite: (text: string) => void
  onQuestion: (question: string) => void
  onStop: () => void
}

const MOST_HEIGHT_PX = 200

/** Grows with its text. Enter sends, as long as no answer is running. */
export function Composer({ fieldRef, text, busy, onWrite, onQuestion, onStop }: ComposerProps) {
  const t = useTranslations('assistant.composer')
  useEffect(() => {
    const box = fieldRef.current
    if (!box) return
    box.style.height = 'auto'
    box.style.height = `${Math.min(box.scrollHeight, MOST_HEIGHT_PX)}px`
  }, [fieldRef, text])
  // Text typed before hydration stands in the field alone.
  const result = useRef(false)
  useEffect(() => {
    const early = result.current ? '' : fieldRef.current?.value
    result.current = true
    if (early && early !== text) onWrite(early)
  }, [fieldRef, text, onWrite])
  const send = () => {
    const question = text.trim()
    if (question && !busy) onQuestion(question)
  }
  return (
    <form
      className="flex items-end gap-2 rounded-card border border-edge bg-surface p-2 shadow-card focus-within:border-accent-text"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        ref={fieldRef}
        rows={1}
        name="question"
        aria-label={t('label')}
        aria-describedby="question-hint"
        placeholder={t('placeholder')}
        maxLength={MOST_QUESTION_CHARACTERS}
        value={text}
        onChange={({ target }) => onWrite(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
        className="min-h-control min-w-0 flex-1 resize-none bg-transparent px-2 py-[calc((var(--control)-20px)/2)] outline-none"
      />
      <span id="question-hint" className="sr-only">
        {t('hint')}
      </span>
      {busy ? (
        // The second click of a double click on "send" lands here.
        <Button key="stop" onClick={({ detail }) => detail < 2 && onStop()}>
          <StopIcon aria-hidden />
          {t('stop')}
        </Button>
      ) : (
        <Button key="send" type="submit" variant="primary" disabled={text.trim() === ''}>
          <PaperAirplaneIcon aria-hidden />
          {t('send')}
        </Button>
      )}
    </form>
  )
}

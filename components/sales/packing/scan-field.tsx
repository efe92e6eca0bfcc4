'use client'

import { QrCodeIcon } from '@heroicons/react/24/outline'
import { useEffect, useRef, useState } from 'react'
import { classNames } from '@/components/ui/class-names'
import { inputClass } from '@/components/ui/field'

type ScanFieldProps = {
  label: string
  placeholder: string
  busy: boolean
  /** Something else needs the keyboard: a dialog is open. */
  paused: boolean
  onScan: (text: string) => void
}

const takesText = 'input, textarea, select, [contenteditable="true"]'
const takesClicks = `${takesText}, a, button, label, [role="dialog"], [role="alertdialog"]`

/**
 * Where a scanner types. It takes the keyboard back by itself: when something that is not to be operated is clicked, and when
 * anything is typed elsewhere than into another field. The Tab key leads on as everywhere.
 */
export function ScanField({ label, placeholder, busy, paused, onScan }: ScanFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    if (paused) return
    const field = input.current
    const focus = () => field?.focus({ preventScroll: true })
    // On a phone the focus alone would open the keyboard over the page; a scanner there is heard all the same.
    if (window.matchMedia('(pointer: fine)').matches) focus()
    const typed = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || document.activeElement === field)
        return
      const { target } = event
      const isButton = event.key === ' ' && target instanceof Element && target.closest('button, a, [role="switch"]')
      if (isButton || (target instanceof Element && target.closest(`${takesText}, [role="dialog"]`))) return
      // The letter goes where the focus is by then; the page's own shortcuts must not hear a scanner.
      event.stopImmediatePropagation()
      focus()
    }
    const clicked = ({ target }: MouseEvent) => {
      if (target instanceof Element && !target.closest(takesClicks) && !window.getSelection()?.toString()) focus()
    }
    window.addEventListener('keydown', typed, true)
    document.addEventListener('click', clicked)
    return () => {
      window.removeEventListener('keydown', typed, true)
      document.removeEventListener('click', clicked)
    }
  }, [paused])
  return (
    <form
      className="relative min-w-0 flex-1 max-lg:basis-full"
      onSubmit={(event) => {
        event.preventDefault()
        onScan(text)
        setText('')
      }}
    >
      <QrCodeIcon
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-ink-3"
      />
      <input
        ref={input}
        aria-label={label}
        placeholder={placeholder}
        aria-busy={busy || undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
        maxLength={120}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        className={classNames(inputClass, 'h-12! pl-10! text-base text-ellipsis')}
      />
    </form>
  )
}

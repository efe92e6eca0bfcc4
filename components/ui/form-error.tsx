'use client'

import { ExclamationCircleIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState, useTransition, type ReactNode } from 'react'
import { Button } from './button'
import { OpenedAt } from './opened-at'
import { markShown } from './shown-failures'
import type { ActionFailure } from './use-action'
import { useMessage } from './use-message'

/** Where a rule of the whole form puts its message. */
const formItself = '_'
const separator = ': '

type FormErrorProps = {
  error: ActionFailure | null
  fields?: Record<string, string[]>
  /** The visible name of each field, by its `name`. */
  labels?: Record<string, string>
  /** For failures without a press: it is announced, and the focus stays. */
  keepsFocus?: boolean
  /** The changes that the record had meanwhile: `WhatChanged`. */
  changed?: ReactNode
}

/** Put it first inside the form. It takes the focus when an error arrives and leads to each field. */
export function FormError({ error, fields, labels = {}, keepsFocus = false, changed }: FormErrorProps) {
  const box = useRef<HTMLDivElement>(null)
  const [openedAt, setOpenedAt] = useState(() => performance.now())
  const message = useMessage()
  const t = useTranslations('common')

  useEffect(() => {
    if (!error) return
    markShown(error)
    if (!keepsFocus) box.current?.focus()
  }, [error, keepsFocus])

  if (!error) return null
  const title = message(error.code, error.values)
  const wrong = Object.entries(fields ?? {})
    .map(([name, keys]) => ({ name, text: keys.map((key) => message(key, error.values)).join(' ') }))
    .filter(({ name, text }) => text !== '' && !(name === formItself && text === title))
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex gap-2 rounded-control border border-bad bg-bad-soft px-3 py-2.5 text-ink focus:outline-none focus-visible:outline-2"
    >
      <ExclamationCircleIcon aria-hidden className="size-5 shrink-0 text-bad" />
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        {wrong.length > 0 && (
          <ul className="mt-1 space-y-0.5">
            {wrong.map(({ name, text }) => (
              <li key={name}>
                {name !== formItself && (
                  <>
                    <button
                      type="button"
                      onClick={(event) => focusField(event.currentTarget.closest('form'), name)}
                      className="text-left underline underline-offset-2"
                    >
                      {labels[name] ?? name}
                    </button>
                    {text !== title && separator}
                  </>
                )}
                {text !== title && text}
              </li>
            ))}
          </ul>
        )}
        {(error.code === 'staleVersion' || error.code === 'casesMoved') && (
          <>
            <OpenedAt value={openedAt}>{changed}</OpenedAt>
            <Reload onReload={() => setOpenedAt(performance.now())} />
          </>
        )}
        {error.reference && (
          <p className="mt-1 text-xs text-ink-2 tabular-nums">{t('reference', { id: error.reference })}</p>
        )}
      </div>
    </div>
  )
}

/** Replaces the page's record with the present one. */
function Reload({ onReload }: { onReload: () => void }) {
  const t = useTranslations('common')
  const router = useRouter()
  const [isReading, startReading] = useTransition()
  return (
    <Button
      size="sm"
      className="mt-2"
      pending={isReading}
      onClick={() => {
        onReload()
        startReading(() => router.refresh())
      }}
    >
      {t('reload')}
    </Button>
  )
}

function focusField(form: HTMLFormElement | null, name: string) {
  const result = form?.elements.namedItem(name)
  const element = result instanceof RadioNodeList ? result[0] : result
  if (element instanceof HTMLElement) element.focus()
}

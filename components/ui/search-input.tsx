'use client'

import { MagnifyingGlassIcon, XMarkIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Spinner } from './button'
import { classNames } from './class-names'
import { inputClass } from './field'
import { useQueryParams } from './use-query-params'

const settleMs = 300

type SearchInputProps = { label: string; placeholder?: string; className?: string }

/** The page's search; `/` finds it by `data-page-search`. Writes the query string when typing pauses. */
export function SearchInput({ label, placeholder = label, className }: SearchInputProps) {
  const t = useTranslations('ui.search')
  const { params, setParams, pending } = useQueryParams()
  const inAddress = params.get('q') ?? ''
  const [text, setText] = useState(inAddress)
  const [sent, setSent] = useState(inAddress)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  // Back and forward change the address without this field: then it follows.
  if (inAddress !== sent && !pending) {
    setSent(inAddress)
    setText(inAddress)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const send = (value: string) => {
    clearTimeout(timer.current)
    if (value.trim() === sent) return
    setSent(value.trim())
    setParams({ q: value.trim() || null }, { replace: true })
  }

  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        send(text)
      }}
      className={classNames('relative min-w-0 flex-1', className)}
    >
      <MagnifyingGlassIcon
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-[18px] -translate-y-1/2 text-ink-3"
      />
      <input
        type="search"
        name="q"
        data-page-search
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={200}
        onChange={({ target }) => {
          setText(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => send(target.value), settleMs)
        }}
        className={classNames(inputClass, 'pl-9! text-ellipsis', text || pending ? 'pr-9!' : 'pr-2.5!')}
      />
      <span className="absolute inset-y-0 right-0 grid w-9 place-items-center text-ink-3">
        {pending && <Spinner />}
        {!pending && text && (
          <button
            type="button"
            aria-label={t('clear')}
            onClick={(event) => {
              setText('')
              send('')
              event.currentTarget.form?.querySelector('input')?.focus()
            }}
            className="grid size-7 place-items-center rounded-md hover:text-ink"
          >
            <XMarkIcon aria-hidden className="size-4" />
          </button>
        )}
      </span>
    </form>
  )
}

'use client'

import { ArrowUpTrayIcon, DocumentIcon, XMarkIcon } from '@heroicons/react/24/outline'
import { useFormatter, useTranslations } from 'next-intl'
import { useId, useRef, useState } from 'react'
import { Button } from './button'
import { classNames } from './class-names'
import { DropArea } from './drop-area'

type FileDropProps = {
  label: string
  /** The button's text where dragging is impossible; "choose a file" by default. */
  touchLabel?: string
  hint?: string
  /** Endings with the dot: ['.xlsx']. */
  accept: string[]
  maxBytes: number
  file: File | null
  onChange: (file: File | null) => void
  name?: string
  disabled?: boolean
  error?: string
}

type Refusal = 'wrongType' | 'tooLarge' | 'empty' | 'several'

/** Drag, click or keyboard. An unsuitable file is refused here with the reason; the server checks again. */
export function FileDrop({
  label,
  touchLabel,
  hint,
  accept,
  maxBytes,
  file,
  onChange,
  name,
  disabled,
  error,
}: FileDropProps) {
  const t = useTranslations('ui.file')
  const format = useFormatter()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<Refusal>()

  const size = (bytes: number) =>
    bytes < 1_000_000
      ? t('kilobytes', { size: format.number(Math.max(1, Math.round(bytes / 1000))) })
      : t('megabytes', { size: format.number(bytes / 1_000_000, { maximumFractionDigits: 1 }) })
  const take = (files: FileList | null) => {
    const [chosen] = files ?? []
    if (!files || !chosen || disabled) return
    const reason = refuse(files, chosen, accept, maxBytes)
    setRefusal(reason)
    onChange(reason ? null : chosen)
    if (reason && input.current) input.current.value = ''
  }
  const whole = maxBytes / 1_048_576
  const limit = Number.isInteger(whole) ? t('megabytes', { size: format.number(whole) }) : size(maxBytes)
  const problem = refusal ? t(refusal, { accept: accept.join(', '), limit }) : error

  return (
    <div>
      <DropArea
        input={input}
        take={take}
        name={name}
        accept={accept.join(',')}
        disabled={disabled}
        aria-describedby={classNames(hint ? `${id}-hint` : null, problem ? `${id}-error` : null) || undefined}
        aria-invalid={problem ? true : undefined}
      >
        <ArrowUpTrayIcon aria-hidden className="mb-1 size-6 text-ink-3" />
        <span className="font-semibold pointer-coarse:hidden">{label}</span>
        <span className="text-[13px] text-accent-text underline underline-offset-2 pointer-coarse:hidden">
          {t('choose')}
        </span>
        <span className="hidden font-semibold text-accent-text pointer-coarse:block">
          {touchLabel ?? t('chooseFile')}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="text-xs text-ink-3">
            {hint}
          </span>
        )}
      </DropArea>
      <div aria-live="polite">
        {file && (
          <div className="mt-2 flex items-center gap-2 rounded-control border border-line bg-surface py-1 pr-1 pl-3">
            <DocumentIcon aria-hidden className="size-[18px] shrink-0 text-ink-2" />
            <span className="min-w-0 flex-1 truncate font-medium">{file.name}</span>
            <span className="money text-[13px] text-ink-3">{size(file.size)}</span>
            <Button
              variant="ghost"
              size="icon"
              disabled={disabled}
              aria-label={t('remove', { name: file.name })}
              onClick={() => {
                if (input.current) input.current.value = ''
                onChange(null)
                input.current?.focus()
              }}
            >
              <XMarkIcon aria-hidden />
            </Button>
          </div>
        )}
        {problem && (
          <p id={`${id}-error`} className="mt-1 text-[13px] text-bad">
            {problem}
          </p>
        )}
      </div>
    </div>
  )
}

function refuse(files: FileList, chosen: File, accept: string[], maxBytes: number): Refusal | undefined {
  if (files.length > 1) return 'several'
  if (!accept.some((ending) => chosen.name.toLowerCase().endsWith(ending))) return 'wrongType'
  if (chosen.size === 0) return 'empty'
  return chosen.size > maxBytes ? 'tooLarge' : undefined
}

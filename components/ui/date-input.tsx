'use client'

import { CalendarIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { formatDay, parseDay, type Day } from '@/lib/core/dates'
import { classNames } from './class-names'
import { Input, useReportUnreadable } from './field'
import { LazyDayCalendar } from './lazy-calendar'
import { Popover } from './popover'

type DateInputProps = Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'type' | 'defaultValue' | 'ref'> & {
  /** 'YYYY-MM-DD', or null while there is none or it cannot be read. */
  value: Day | null
  onChange: (day: Day | null) => void
  today: Day
}

/** Typed, pasted or picked. Inside a Field. Its form is not sent while it holds text that is no date. */
export function DateInput({ value, onChange, onBlur, today, className, ...rest }: DateInputProps) {
  const language = useLocale()
  const t = useTranslations('ui.date')
  const reportUnreadable = useReportUnreadable()
  const [draft, setDraft] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const shown = draft ?? (value ? formatDay(value, language) : '')
  const isUnreadable = shown.trim() !== '' && !parseDay(shown, language).ok

  useEffect(() => {
    const form = input.current?.form
    if (!form || !isUnreadable) return
    const refuse = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopPropagation()
      reportUnreadable('dateInvalid')
      input.current?.focus()
    }
    form.addEventListener('submit', refuse, true)
    return () => form.removeEventListener('submit', refuse, true)
  }, [isUnreadable, reportUnreadable])

  return (
    <span className="relative block min-w-0">
      <Input
        {...rest}
        ref={input}
        value={shown}
        inputMode={language === 'pt' ? 'numeric' : 'text'}
        autoComplete="off"
        placeholder={t('placeholder')}
        maxLength={20}
        onChange={({ target }) => {
          const typed = language === 'pt' ? withSlashes(target.value, shown) : target.value
          const parsed = parseDay(typed, language)
          reportUnreadable(undefined)
          setDraft(typed)
          onChange(parsed.ok ? parsed.day : null)
        }}
        onBlur={(event) => {
          onBlur?.(event)
          reportUnreadable(isUnreadable ? 'dateInvalid' : undefined)
          if (!isUnreadable) setDraft(null)
        }}
        className={classNames('pr-10! tabular-nums', className)}
      />
      <Popover
        label={t('open')}
        align="end"
        disabled={rest.disabled || rest.readOnly}
        className="absolute inset-y-0 right-0"
        buttonClassName="grid h-full w-9 place-items-center rounded-control text-ink-2 hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:w-11"
        button={<CalendarIcon aria-hidden className="size-[18px]" />}
      >
        {(close) => (
          <LazyDayCalendar
            value={value}
            today={today}
            onSelect={(day) => {
              setDraft(null)
              reportUnreadable(undefined)
              onChange(day)
              close()
            }}
          />
        )}
      </Popover>
    </span>
  )
}

/** Slashes come by themselves while typing forwards; deleting and pasting are left alone. */
function withSlashes(typed: string, before: string): string {
  const grewByOne = typed.length === before.length + 1 && typed.startsWith(before)
  return grewByOne && /^\d{2}(\/\d{2})?$/.test(typed) ? `${typed}/` : typed
}

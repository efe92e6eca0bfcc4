'use client'

import { useLocale } from 'next-intl'
import type { ComponentProps } from 'react'
import { formatAmount, parseMoney, type ParsedMoney } from '@/lib/core/money'
import { classNames } from './class-names'
import { Input, useReportUnreadable } from './field'

type MoneyInputProps = Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'type' | 'defaultValue'> & {
  value: string
  /** `parsed` is null while nothing is typed. */
  onChange: (text: string, parsed: ParsedMoney | null) => void
}

/** Takes what is typed or pasted in the language of the interface; leaving it writes it out in full. Inside a Field. */
export function MoneyInput({ value, onChange, onBlur, className, ...rest }: MoneyInputProps) {
  const language = useLocale()
  const reportUnreadable = useReportUnreadable()
  return (
    <span className="relative block min-w-0">
      <span
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3 pointer-coarse:text-base"
      >
        {currencyMark}
      </span>
      <Input
        {...rest}
        value={value}
        inputMode="decimal"
        autoComplete="off"
        onChange={({ target }) => {
          reportUnreadable(undefined)
          onChange(target.value, readMoney(target.value, language))
        }}
        onBlur={(event) => {
          onBlur?.(event)
          const parsed = readMoney(value, language)
          if (parsed?.ok) onChange(formatAmount(parsed.cents, language), parsed)
          reportUnreadable(parsed && !parsed.ok ? parsed.error : undefined)
        }}
        className={classNames('pl-9! text-right tabular-nums', className)}
      />
    </span>
  )
}

const currencyMark = 'R$'

function readMoney(text: string, language: Parameters<typeof parseMoney>[1]): ParsedMoney | null {
  return text.trim() === '' ? null : parseMoney(text, language)
}

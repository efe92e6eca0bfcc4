'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState, type ClipboardEvent, type KeyboardEvent, type Ref } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { formatCost } from '@/lib/catalog/costs/cost'
import { readCost, writeCost } from '@/lib/catalog/costs/read-cost'

type Props = {
  label: string
  value: string
  inputRef: Ref<HTMLInputElement>
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
}

/** A cost in whatever notation; where it has two readings, which one is meant is asked. */
export function CostField({ label, value, inputRef, onChange, onKeyDown, onPaste }: Props) {
  const t = useTranslations('products.costs')
  const language = useLocale()
  const [isBeingTyped, setBeingTyped] = useState(false)
  const read = readCost(value)
  const isOdd = !isBeingTyped && value.trim() !== '' && !read.ok
  const readings = isOdd ? read.readings : []
  return (
    <Field label={label} hideLabel error={isOdd ? (readings.length > 0 ? t('which') : t('unreadable')) : undefined}>
      <Input
        ref={inputRef}
        value={value}
        inputMode="decimal"
        autoComplete="off"
        placeholder={t('placeholder')}
        onFocus={() => setBeingTyped(true)}
        onBlur={() => {
          setBeingTyped(false)
          if (read.ok) onChange(writeCost(read.cost, language))
        }}
        onChange={({ target }) => {
          setBeingTyped(true)
          onChange(target.value)
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className="text-right tabular-nums"
      />
      {readings.length > 0 && (
        <span className="flex flex-wrap justify-end gap-1">
          {readings.map((reading) => (
            <Button key={reading} size="sm" onClick={() => onChange(writeCost(reading, language))}>
              {formatCost(reading, language)}
            </Button>
          ))}
        </span>
      )}
    </Field>
  )
}

'use client'

import { Field, Input } from '@/components/ui/field'

type RateFieldProps = {
  label: string
  name: string
  value: string
  error?: string[]
  hint?: string
  onChange: (text: string) => void
}

export function RateField({ label, name, value, error, hint, onChange }: RateFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      <Input
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="text-right tabular-nums"
      />
    </Field>
  )
}

'use client'

import { Field, NumberInput } from '@/components/ui/field'

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
      <NumberInput name={name} inputMode="decimal" maxLength={12} value={value} onChange={onChange} />
    </Field>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { Field, Input } from '@/components/ui/field'

export type IdentityDialogProps = { hasPassword: boolean; email: string; onClose: () => void }

type PasswordFieldProps = { errors?: string[]; autoFocus?: boolean }

/** The password once more, before what an open tab must not be enough for. */
export function OwnPasswordField({ errors, autoFocus }: PasswordFieldProps) {
  const t = useTranslations('security.secondStep')
  return (
    <Field label={t('password')} hint={t('passwordHint')} error={errors} required>
      <Input
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={200}
        autoFocus={autoFocus}
        data-autofocus={autoFocus || undefined}
      />
    </Field>
  )
}

type CodeFieldProps = { label: string; hint?: string; errors?: string[]; autoFocus?: boolean; numeric?: boolean }

/** Takes what is pasted with its spaces or dashes; the server reads it without them. */
export function CodeField({ label, hint, errors, autoFocus, numeric }: CodeFieldProps) {
  return (
    <Field label={label} hint={hint} error={errors} required>
      <Input
        name="code"
        inputMode={numeric ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        autoFocus={autoFocus}
        data-autofocus={autoFocus || undefined}
        className="h-11! text-lg! font-medium tracking-[0.15em] tabular-nums"
      />
    </Field>
  )
}

export const textOf = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name) ?? '')

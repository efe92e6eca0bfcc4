'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { clearMembers } from '@/components/shell/member-storage'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { usePublicAction } from '@/components/ui/use-action'
import { signInAction } from '@/lib/identity/auth/actions'
import { PasswordInput } from './password-input'
import { useLeaving } from './use-leaving'
import { carryTypedEmail } from './typed-email'

export function SignInForm({ callbackUrl }: { callbackUrl?: string }) {
  const t = useTranslations('auth')
  const { leaving, leaveTo } = useLeaving()
  const signIn = usePublicAction(signInAction, { onSuccess: leaveTo })
  // A session may also end by itself, or from another device.
  useEffect(clearMembers, [])
  return (
    // Sent before the scripts arrive, a form of method GET would put the password into the address.
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        void signIn.run({ email: text(form, 'email'), password: text(form, 'password'), callbackUrl })
      }}
    >
      <FormError
        error={signIn.error}
        fields={signIn.fields}
        labels={{ email: t('fields.email'), password: t('fields.password') }}
      />
      <Field label={t('fields.email')} error={signIn.fields.email}>
        <Input
          className="h-11!"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      </Field>
      <Field label={t('fields.password')} error={signIn.fields.password}>
        <PasswordInput autoComplete="current-password" />
      </Field>
      <ForgotLink />
      <Button type="submit" variant="primary" pending={signIn.pending || leaving} className="mt-1 h-11 w-full">
        {t('signIn.submit')}
      </Button>
    </form>
  )
}

const text = (form: FormData, name: string) => String(form.get(name) ?? '')

/** Inside the sign-in form, whose address it takes along. */
function ForgotLink() {
  const t = useTranslations('auth.forgot')
  return (
    <Link
      href="/auth/forgot"
      className="-mt-1 self-start py-0.5 text-[13px] font-medium text-accent-text"
      onClick={(event) => {
        const field = event.currentTarget.closest('form')?.elements.namedItem('email')
        if (field instanceof HTMLInputElement) carryTypedEmail(field.value)
      }}
    >
      {t('link')}
    </Link>
  )
}

'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { clearMembers } from '@/components/shell/member-storage'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { usePublicAction } from '@/components/ui/use-action'
import { signInAction } from '@/lib/identity/auth/actions'
import { PasswordInput } from './password-input'
import { useLeaving } from './use-leaving'
import { carryTypedEmail } from './typed-email'
import { PostForm, SignInEmail } from './post-form'

export function SignInForm({ callbackUrl }: { callbackUrl?: string }) {
  const t = useTranslations('auth')
  const { leaving, leaveTo } = useLeaving()
  const signIn = usePublicAction(signInAction, { onSuccess: leaveTo })
  // A session may also end by itself, or from another device.
  useEffect(clearMembers, [])
  return (
    <PostForm onSend={(text) => void signIn.run({ email: text('email'), password: text('password'), callbackUrl })}>
      <FormError
        error={signIn.error}
        fields={signIn.fields}
        labels={{ email: t('fields.email'), password: t('fields.password') }}
      />
      <Field label={t('fields.email')} error={signIn.fields.email}>
        <SignInEmail autoFocus />
      </Field>
      <Field label={t('fields.password')} error={signIn.fields.password}>
        <PasswordInput autoComplete="current-password" />
      </Field>
      <ForgotLink />
      <Button type="submit" variant="primary" pending={signIn.pending || leaving} className="mt-1 h-11 w-full">
        {t('signIn.submit')}
      </Button>
    </PostForm>
  )
}

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

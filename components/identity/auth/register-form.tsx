'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { usePublicAction } from '@/components/ui/use-action'
import { registerAction } from '@/lib/identity/auth/actions'
import { PasswordInput } from './password-input'
import { useLeaving } from './use-leaving'
import { PostForm, SignInEmail } from './post-form'

export function RegisterForm() {
  const t = useTranslations('auth')
  const { leaving, leaveTo } = useLeaving()
  const register = usePublicAction(registerAction, { onSuccess: leaveTo })
  const { fields } = register
  const labels = {
    displayName: t('fields.displayName'),
    companyName: t('fields.companyName'),
    email: t('fields.email'),
    password: t('fields.password'),
  }
  return (
    <PostForm
      onSend={(text) =>
        void register.run({
          displayName: text('displayName'),
          companyName: text('companyName'),
          email: text('email'),
          password: text('password'),
        })
      }
    >
      <FormError error={register.error} fields={fields} labels={labels} />
      <Field label={labels.displayName} error={fields.displayName}>
        <Input className="h-11!" name="displayName" autoComplete="name" autoFocus maxLength={200} />
      </Field>
      <Field label={labels.companyName} error={fields.companyName} hint={t('register.companyHint')}>
        <Input className="h-11!" name="companyName" autoComplete="organization" maxLength={200} />
      </Field>
      <Field label={labels.email} error={fields.email}>
        <SignInEmail />
      </Field>
      <Field label={labels.password} error={fields.password} hint={t('register.passwordHint')}>
        <PasswordInput autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" pending={register.pending || leaving} className="mt-1 h-11 w-full">
        {t('register.submit')}
      </Button>
    </PostForm>
  )
}

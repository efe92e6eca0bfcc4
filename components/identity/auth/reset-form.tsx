'use client'

import { useTranslations } from 'next-intl'
import { Button, ButtonLink } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { usePublicAction } from '@/components/ui/use-action'
import { resetPasswordAction } from '@/lib/identity/auth/passwords/actions'
import { PasswordInput } from './password-input'
import { useLeaving } from './use-leaving'
import { PostForm } from './post-form'

const LINK_IS_OVER = ['resetUsed', 'resetExpired', 'resetUnknown']

export function ResetForm({ token }: { token: string }) {
  const t = useTranslations('auth')
  const { leaving, leaveTo } = useLeaving()
  const reset = usePublicAction(resetPasswordAction, { onSuccess: leaveTo })
  const label = t('reset.password')
  const isOver = LINK_IS_OVER.includes(reset.error?.code ?? '')
  return (
    <PostForm onSend={(text) => void reset.run({ token, password: text('password') })}>
      <FormError error={reset.error} fields={reset.fields} labels={{ password: label }} />
      <Field label={label} error={reset.fields.password} hint={t('register.passwordHint')}>
        <PasswordInput autoComplete="new-password" autoFocus />
      </Field>
      <Button type="submit" variant="primary" pending={reset.pending || leaving} className="mt-1 h-11 w-full">
        {t('reset.submit')}
      </Button>
      {isOver && (
        <ButtonLink href="/auth/forgot" className="h-11 w-full">
          {t('reset.newLink')}
        </ButtonLink>
      )}
    </PostForm>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import type { ActionFailure } from '@/components/ui/use-action'
import type { LinkQuestion } from '@/lib/identity/auth/describe-link'
import { PasswordInput } from './password-input'

type ConfirmQuestionProps = {
  question: LinkQuestion
  error: ActionFailure | null
  fields: Record<string, string[]>
  pending: boolean
  onAnswer: (password?: string) => void
}

/** Names the account that the link would open, before somebody who only opened an email confirms a stranger's. */
export function ConfirmQuestion({ question, error, fields, pending, onAnswer }: ConfirmQuestionProps) {
  const t = useTranslations('auth.callback')
  const { email: address, displayName, needsPassword, signedInAs } = question
  return (
    <form
      method="post"
      noValidate
      className="flex w-full flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const password = new FormData(event.currentTarget).get('password')
        onAnswer(typeof password === 'string' ? password : undefined)
      }}
    >
      <div className="text-center text-[15px] leading-6 text-ink-2">
        <h1 className="mb-2 text-[22px] leading-8 font-title text-ink">{t('askTitle')}</h1>
        <p>{t.rich('askAccount', { address, person: displayName, email: strong, name: strong })}</p>
        {signedInAs && <p className="mt-3">{t.rich('askSwitch', { current: signedInAs, email: strong })}</p>}
        {needsPassword && <p className="mt-3">{t('askPassword')}</p>}
      </div>
      <FormError error={error} fields={fields} labels={{ password: t('passwordLabel') }} />
      {needsPassword && (
        <Field label={t('passwordLabel')} error={fields.password}>
          <PasswordInput autoComplete="current-password" />
        </Field>
      )}
      <Button type="submit" variant="primary" pending={pending} className="h-11 w-full">
        {t('submit')}
      </Button>
      {signedInAs ? (
        <ButtonLink href="/dashboard" className="h-11 w-full">
          {t('stay')}
        </ButtonLink>
      ) : (
        <ButtonLink href="/register" className="h-11 w-full">
          {t('registerAgain')}
        </ButtonLink>
      )}
    </form>
  )
}

const strong = (chunks: ReactNode) => <strong className="wrap-anywhere text-ink">{chunks}</strong>

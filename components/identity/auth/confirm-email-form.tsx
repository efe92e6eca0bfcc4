'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { usePublicAction } from '@/components/ui/use-action'
import { confirmEmailChangeAction } from '@/lib/identity/auth/email-change/actions'
import { PasswordInput } from './password-input'
import { PostForm } from './post-form'

/** The link is used by this button, not by opening the address: mail scanners that open it change nothing. */
export function ConfirmEmailForm({ token, needsPassword }: { token: string; needsPassword: boolean }) {
  const t = useTranslations('auth.email')
  const [next, setNext] = useState<string>()
  const confirmation = usePublicAction(confirmEmailChangeAction, { onSuccess: ({ to }) => setNext(to) })
  const label = t('password')
  if (next)
    return (
      <div role="status" className="flex flex-col gap-4">
        <p className="rounded-control bg-good-soft px-3 py-2.5 text-ink">{t('done')}</p>
        <ButtonLink href={next} variant="primary" className="h-11 w-full">
          {t('goOn')}
        </ButtonLink>
      </div>
    )
  return (
    <PostForm onSend={(text) => void confirmation.run({ token, ...(needsPassword && { password: text('password') }) })}>
      <FormError error={confirmation.error} fields={confirmation.fields} labels={{ password: label }} />
      {needsPassword && (
        <Field label={label} error={confirmation.fields.password} hint={t('passwordHint')}>
          <PasswordInput autoComplete="current-password" autoFocus />
        </Field>
      )}
      <Button type="submit" variant="primary" pending={confirmation.pending} className="h-11 w-full">
        {t('submit')}
      </Button>
    </PostForm>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { usePublicAction } from '@/components/ui/use-action'
import { resendLinkAction } from '@/lib/identity/auth/actions'
import { PostForm, SignInEmail } from './post-form'

/** Without the field it goes to the address that this browser registered. */
export function ResendForm({ label, needsEmail = false }: { label: string; needsEmail?: boolean }) {
  const t = useTranslations('auth')
  const [sent, setSent] = useState(false)
  const resend = usePublicAction(resendLinkAction, { refresh: true, onSuccess: () => setSent(true) })
  return (
    <PostForm
      onSend={(text) => {
        setSent(false)
        void resend.run(needsEmail ? { email: text('email') } : {})
      }}
    >
      <FormError error={resend.error} fields={resend.fields} labels={{ email: t('fields.email') }} />
      {needsEmail && (
        <Field label={t('fields.email')} error={resend.fields.email}>
          <SignInEmail />
        </Field>
      )}
      <Button
        type="submit"
        variant={needsEmail ? 'primary' : 'secondary'}
        pending={resend.pending}
        className="h-11 w-full"
      >
        {label}
      </Button>
      <p role="status" className="text-[13px] text-good empty:hidden">
        {sent && !resend.error && t('verification.resent')}
      </p>
    </PostForm>
  )
}

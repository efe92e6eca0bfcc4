'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { usePublicAction } from '@/components/ui/use-action'
import { resendLinkAction } from '@/lib/identity/auth/actions'

/** Without the field it goes to the address that this browser registered. */
export function ResendForm({ label, needsEmail = false }: { label: string; needsEmail?: boolean }) {
  const t = useTranslations('auth')
  const [sent, setSent] = useState(false)
  const resend = usePublicAction(resendLinkAction, { refresh: true, onSuccess: () => setSent(true) })
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setSent(false)
        const email = new FormData(event.currentTarget).get('email')
        void resend.run(needsEmail ? { email: String(email ?? '') } : {})
      }}
    >
      <FormError error={resend.error} fields={resend.fields} labels={{ email: t('fields.email') }} />
      {needsEmail && (
        <Field label={t('fields.email')} error={resend.fields.email}>
          <Input
            className="h-11!"
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
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
    </form>
  )
}

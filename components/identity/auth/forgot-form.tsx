'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { usePublicAction } from '@/components/ui/use-action'
import { requestResetAction } from '@/lib/identity/auth/passwords/actions'
import { takeTypedEmail } from './typed-email'
import { PostForm, SignInEmail } from './post-form'

/** Says the same for every address: whether it has an account is for who reads the mailbox. */
export function ForgotForm({ mode }: { mode: 'mail' | 'screen' }) {
  const t = useTranslations('auth')
  const input = useRef<HTMLInputElement>(null)
  const [sentTo, setSentTo] = useState<string>()
  const requestReset = usePublicAction(requestResetAction)
  useEffect(() => {
    const typed = takeTypedEmail()
    if (typed && input.current) input.current.value = typed
  }, [])
  const send = async (email: string) => {
    setSentTo(undefined)
    const result = await requestReset.run({ email })
    if (result?.ok) setSentTo(email.trim())
  }
  return (
    <PostForm onSend={(text) => void send(text('email'))}>
      <FormError error={requestReset.error} fields={requestReset.fields} labels={{ email: t('fields.email') }} />
      <Field label={t('fields.email')} error={requestReset.fields.email}>
        <SignInEmail ref={input} autoFocus />
      </Field>
      <Button
        type="submit"
        variant={sentTo ? 'secondary' : 'primary'}
        pending={requestReset.pending}
        className="mt-1 h-11 w-full"
      >
        {sentTo ? t('forgot.again') : t('forgot.submit')}
      </Button>
      <div role="status">
        {sentTo && (
          <div className="rounded-control bg-good-soft px-3 py-2.5 text-[13px] leading-5 text-ink">
            <p>{t.rich(mode === 'mail' ? 'forgot.sent' : 'forgot.sentScreen', { address: sentTo, email: strong })}</p>
            {mode === 'mail' && <p className="mt-1.5 text-ink-2">{t('forgot.spam')}</p>}
          </div>
        )}
      </div>
    </PostForm>
  )
}

const strong = (chunks: React.ReactNode) => <strong className="wrap-anywhere">{chunks}</strong>

'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent } from 'react'
import { Button, ButtonLink, Spinner } from '@/components/ui/button'
import { usePublicAction } from '@/components/ui/use-action'
import { useMessage } from '@/components/ui/use-message'
import { confirmAction } from '@/lib/identity/auth/actions'
import type { LinkQuestion } from '@/lib/identity/auth/describe-link'
import { ConfirmQuestion } from './confirm-question'
import { useLeaving } from './use-leaving'

const OWN_WORDS = ['linkUsed', 'linkExpired', 'linkUnknown'] as const

/**
 * The link is used by this page's script, not by opening the address: mail scanners that open it do not use it up. Where
 * something has to be asked first, it waits for the answer.
 */
export function ConfirmLink({ token, question }: { token: string; question: LinkQuestion | null }) {
  const t = useTranslations('auth.callback')
  const message = useMessage()
  const { leaving, leaveTo } = useLeaving()
  const confirmation = usePublicAction(confirmAction, { onSuccess: leaveTo })
  const { error, fields, pending } = confirmation
  const confirm = useEffectEvent(() => {
    if (!question) void confirmation.run({ token })
  })
  useEffect(() => confirm(), [])

  const known = OWN_WORDS.find((code) => code === error?.code)
  if (question && !known)
    return (
      <ConfirmQuestion
        question={question}
        error={error}
        fields={fields}
        pending={pending || leaving}
        onAnswer={(password) =>
          void confirmation.run({
            token,
            password,
            // Only where the page has said whose session ends, or now does.
            replace: Boolean(question.signedInAs) || error?.code === 'signedInAsOther',
          })
        }
      />
    )
  if (!error || pending)
    return (
      <div role="status" className="flex flex-col items-center gap-4 text-center">
        <Spinner className="size-7! text-accent-text" />
        <h1 className="text-[22px] leading-8 font-title">{leaving ? t('done') : t('title')}</h1>
        <p className="text-ink-2">{t('text')}</p>
      </div>
    )
  return (
    <div role="alert" className="text-center">
      <h1 className="text-[22px] leading-8 font-title">{t('failedTitle')}</h1>
      <p className="mt-2 text-[15px] leading-6 text-ink-2">
        {message(error.code, error.values)} {known && t(known)}
      </p>
      <div className="mt-6 flex flex-col gap-3">
        {known ? (
          <ButtonLink href="/verification" variant="primary" className="h-11 w-full">
            {t('newLink')}
          </ButtonLink>
        ) : (
          // A change since the page was made (a sign-in in another tab) is handled by a new page.
          <Button variant="primary" className="h-11 w-full" onClick={() => window.location.reload()}>
            {t('retry')}
          </Button>
        )}
        <ButtonLink href="/auth" className="h-11 w-full">
          {t('signIn')}
        </ButtonLink>
      </div>
    </div>
  )
}

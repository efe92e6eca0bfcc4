'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent } from 'react'
import { Button, ButtonLink, Spinner } from '@/components/ui/button'
import { usePublicAction } from '@/components/ui/use-action'
import { useMessage } from '@/components/ui/use-message'
import { confirmAction } from '@/lib/auth/actions'
import { useLeaving } from './use-leaving'

const OWN_WORDS = ['linkUsed', 'linkExpired', 'linkUnknown'] as const

/** The link is used by this page's script, not by opening the address: mail scanners that open it do not use it up. */
export function ConfirmLink({ token }: { token: string }) {
  const t = useTranslations('auth.callback')
  const message = useMessage()
  const { leaving, leaveTo } = useLeaving()
  const confirmation = usePublicAction(confirmAction, { onSuccess: leaveTo })
  const confirm = useEffectEvent(() => void confirmation.run({ token }))
  useEffect(() => confirm(), [])

  const { error } = confirmation
  if (!error || confirmation.pending)
    return (
      <div role="status" className="flex flex-col items-center gap-4 text-center">
        <Spinner className="size-7! text-accent-text" />
        <h1 className="text-[22px] leading-8 font-title">{leaving ? t('done') : t('title')}</h1>
        <p className="text-ink-2">{t('text')}</p>
      </div>
    )
  const known = OWN_WORDS.find((code) => code === error.code)
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
          <Button variant="primary" className="h-11 w-full" onClick={() => void confirmation.run({ token })}>
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

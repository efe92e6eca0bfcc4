'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent } from 'react'
import { ButtonLink, Spinner } from '@/components/ui/button'
import { useMessage } from '@/components/ui/use-message'
import type { GoogleReturn } from '@/lib/identity/auth/google/describe-return'
import { securityPath } from '@/lib/identity/auth/return-path'
import { GoogleButton } from './google-button'
import { useLeaving } from './use-leaving'

/** A user who comes back from Google goes on to their page, or reads the failure and the way on. */
export function GoogleReturnScreen({ error, to, isSignedIn, hasGoogle }: GoogleReturn) {
  const t = useTranslations('auth.google')
  const message = useMessage()
  const { leaveTo } = useLeaving()
  const goOn = useEffectEvent(() => {
    if (!error) leaveTo({ to })
  })
  useEffect(() => goOn(), [])

  if (!error)
    return (
      <div role="status" className="flex flex-col items-center gap-4 text-center">
        <Spinner className="size-7! text-accent-text" />
        <h1 className="text-[22px] leading-8 font-title">{t('openingTitle')}</h1>
        <p className="text-ink-2">{t('openingText')}</p>
      </div>
    )
  return (
    <div className="w-full">
      <div role="alert" className="text-center">
        <h1 className="text-[22px] leading-8 font-title">{t(isSignedIn ? 'linkFailedTitle' : 'failedTitle')}</h1>
        <p className="mt-2 text-[15px] leading-6 text-balance text-ink-2">{message(error)}</p>
      </div>
      <div className="mt-6 flex flex-col gap-3">
        {isSignedIn ? (
          <>
            <ButtonLink href={securityPath} variant="primary" className="h-11 w-full">
              {t('toSecurity')}
            </ButtonLink>
            <ButtonLink href="/dashboard" className="h-11 w-full">
              {t('toDashboard')}
            </ButtonLink>
          </>
        ) : (
          <>
            <GoogleButton available={hasGoogle} callbackUrl={to} label={t('retry')} />
            <ButtonLink href="/auth" className="h-11 w-full">
              {t('withPassword')}
            </ButtonLink>
          </>
        )}
      </div>
    </div>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { FormError } from '@/components/ui/form-error'
import { usePublicAction } from '@/components/ui/use-action'
import { startGoogleAction } from '@/lib/identity/auth/google/actions'
import { GoogleMark } from './google-mark'
import { useVisit } from './use-visit'

type GoogleButtonProps = {
  /** Whether this installation has Google's keys. */
  available: boolean
  callbackUrl?: string
  label?: string
}

/** Without keys it says what is missing rather than lead nowhere. */
export function GoogleButton({ available, callbackUrl, label }: GoogleButtonProps) {
  const t = useTranslations('auth.google')
  const [requested, setRequested] = useState(false)
  const { leaving, leave } = useVisit()
  const start = usePublicAction(startGoogleAction, { onSuccess: ({ to }) => leave(to) })
  return (
    <div>
      <Button
        className="h-11 w-full"
        pending={start.pending || leaving}
        onClick={() => (available ? void start.run({ callbackUrl }) : setRequested(true))}
      >
        <GoogleMark />
        {label ?? t('button')}
      </Button>
      <div role="status">
        {requested && (
          <p className="mt-2 rounded-control bg-sunken px-3 py-2.5 text-[13px] text-ink-2">{t('missing')}</p>
        )}
      </div>
      {start.error && (
        <div className="mt-2">
          <FormError error={start.error} />
        </div>
      )}
    </div>
  )
}

'use client'

import { CheckCircleIcon, ExclamationCircleIcon, XMarkIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import type { ShopsView } from '@/lib/connect/shops/views'

/**
 * The outcome of the way back from the platform. Shown once: the address drops it, the page keeps it until it is
 * closed.
 */
export function ReturnNotice({ outcome }: { outcome: ShopsView['outcome'] }) {
  const t = useTranslations('shops')
  const errors = useTranslations('errors')
  const [shown, setShown] = useState(outcome)
  useEffect(() => {
    if (!outcome) return
    const url = new URL(window.location.href)
    url.searchParams.delete('connected')
    url.searchParams.delete('failed')
    window.history.replaceState(null, '', url)
  }, [outcome])
  if (!shown) return null
  const failed = 'failed' in shown
  const Icon = failed ? ExclamationCircleIcon : CheckCircleIcon
  return (
    <div
      role={failed ? 'alert' : 'status'}
      className={classNames(
        'mb-4 flex gap-2 rounded-control border px-3 py-2.5',
        failed ? 'border-bad bg-bad-soft' : 'border-good bg-good-soft',
      )}
    >
      <Icon aria-hidden className={classNames('size-5 shrink-0', failed ? 'text-bad' : 'text-good')} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{failed ? errors(shown.failed) : t('authorized')}</p>
        {!failed && <p className="mt-0.5 text-ink-2">{t('authorizedNext', { name: shown.connected })}</p>}
        {failed && shown.failed === 'shopConnectFailed' && <p className="mt-0.5">{errors('shopNeedsClaim')}</p>}
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t('notice.close')}
        onClick={() => setShown(null)}
        className="-my-1.5 -mr-1.5"
      >
        <XMarkIcon aria-hidden />
      </Button>
    </div>
  )
}

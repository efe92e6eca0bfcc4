'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { DownloadLink } from '@/components/ui/download-link'
import type { BuyerErasure } from '@/lib/insight/privacy/schema'
import { EraseBuyerDialog } from './erase-buyer-dialog'

type BuyerActionsProps = { erasure: BuyerErasure; who: string; onErased?: () => void }

/** A buyer's requests about their data: a copy, and erasure. */
export function BuyerActions({ erasure, who, onErased }: BuyerActionsProps) {
  const t = useTranslations('privacy.actions')
  const [confirming, setConfirming] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const hasErased = useRef(false)
  const stay = () => {
    hasErased.current = true
  }
  // The button that was pressed goes with whom it was about, once the page has been asked for again.
  useEffect(() => {
    if (hasErased.current) place.current?.focus()
    hasErased.current = false
  }, [erasure.orders])
  return (
    <div ref={place} tabIndex={-1} className="flex flex-wrap gap-2 outline-none">
      <Downloads erasure={erasure} />
      {erasure.orders > 0 && (
        <Button size="sm" className="text-bad!" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
          {t('erase')}
        </Button>
      )}
      {confirming && (
        <EraseBuyerDialog
          erasure={erasure}
          who={who}
          onErased={onErased ?? stay}
          onClose={() => setConfirming(false)}
        />
      )}
    </div>
  )
}

/** A name alone may be that of two people: the purchases of one are not handed out as the other's unless it is chosen. */
function Downloads({ erasure: { orderId, code, byName, orders } }: { erasure: BuyerErasure }) {
  const t = useTranslations('privacy.actions')
  const address = `/api/privacy/buyers/${orderId}`
  const className = buttonClass({ size: 'sm' })
  if (!byName || orders <= 1)
    return (
      <DownloadLink className={className} href={address}>
        {t('export')}
      </DownloadLink>
    )
  return (
    <>
      <p className="basis-full text-[13px] text-ink-3">{t('namesake')}</p>
      <DownloadLink className={className} href={`${address}?only=this`}>
        {t('exportOnlyThis', { code })}
      </DownloadLink>
      <DownloadLink className={className} href={address}>
        {t('exportAllOfName', { count: orders })}
      </DownloadLink>
    </>
  )
}

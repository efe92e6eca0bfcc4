'use client'

import { CameraIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { shrinkPicture } from '@/components/ui/shrink-picture'
import { useAction } from '@/components/ui/use-action'
import { addEvidenceAction } from '@/lib/sales/packing/actions'

const sidePx = 1600

type EvidencePhotoProps = { orderId: string; returnId: string | null; label: string; refresh?: boolean }

/** On a phone it opens the camera, elsewhere the choice of a file. */
export function EvidencePhoto({ orderId, returnId, label, refresh }: EvidencePhotoProps) {
  const t = useTranslations('bench')
  const input = useRef<HTMLInputElement>(null)
  const [preparing, setPreparing] = useState(false)
  const [kept, setKept] = useState(0)
  const add = useAction(addEvidenceAction, {
    successMessage: t('photoKept'),
    onSuccess: () => setKept(kept + 1),
    refresh,
  })
  const take = async (file: File | undefined) => {
    if (!file) return
    setPreparing(true)
    const photo = await shrinkPicture(file, sidePx)
    setPreparing(false)
    await add.run({ orderId, returnId, photo })
    if (input.current) input.current.value = ''
  }
  return (
    <span className="flex flex-wrap items-center gap-3">
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        capture="environment"
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => void take(target.files?.[0])}
      />
      <Button pending={preparing || add.pending} onClick={() => input.current?.click()}>
        <CameraIcon aria-hidden />
        {label}
      </Button>
      {kept > 0 && <span className="text-[13px] text-ink-2">{t('photosKept', { count: kept })}</span>}
    </span>
  )
}

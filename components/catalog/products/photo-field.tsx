'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { FileDrop } from '@/components/ui/file-drop'
import { useAction } from '@/components/ui/use-action'
import { shrinkPicture } from '@/components/ui/shrink-picture'
import { useMessage } from '@/components/ui/use-message'
import { uploadPhotoAction } from '@/lib/catalog/products/actions'
import { ProductPhoto } from './product-photo'

const accept = ['.jpg', '.jpeg', '.png', '.webp']
const maxFileBytes = 25_000_000
const sidePx = 1024

type PhotoFieldProps = {
  fileId: string | null
  onChange: (fileId: string | null) => void
  /** While it is on its way: what is saved by then would be without it. */
  onSending: (sending: boolean) => void
  error?: string[]
}

export function PhotoField({ fileId, onChange, onSending, error }: PhotoFieldProps) {
  const t = useTranslations('products')
  const message = useMessage()
  const [preparing, setPreparing] = useState(false)
  const upload = useAction(uploadPhotoAction, { onSuccess: ({ id }) => onChange(id) })
  const busy = preparing || upload.pending
  const take = async (file: File | null) => {
    if (!file) return
    setPreparing(true)
    onSending(true)
    const photo = await shrinkPicture(file, sidePx)
    setPreparing(false)
    await upload.run({ photo })
    onSending(false)
  }
  const problem = upload.fields.photo ?? (upload.error ? [upload.error.code] : error)
  return (
    <Card className="flex flex-col gap-3">
      <CardHeader title={t('labels.photo')} />
      {fileId && (
        <div className="flex items-start gap-3">
          <ProductPhoto fileId={fileId} alt={t('photoAlt')} className="size-28" />
          <Button variant="ghost" onClick={() => onChange(null)}>
            {t('removePhoto')}
          </Button>
        </div>
      )}
      <FileDrop
        label={fileId ? t('replacePhoto') : t('addPhoto')}
        touchLabel={t('choosePhoto')}
        hint={busy ? t('sendingPhoto') : t('hints.photo')}
        accept={accept}
        maxBytes={maxFileBytes}
        file={null}
        onChange={(file) => void take(file)}
        disabled={busy}
        error={problem?.map((key) => message(key)).join(' ')}
      />
    </Card>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Avatar } from '@/components/ui/avatar'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { FileDrop } from '@/components/ui/file-drop'
import { shrinkPicture } from '@/components/ui/shrink-picture'
import { useAction } from '@/components/ui/use-action'
import { useMessage } from '@/components/ui/use-message'
import { removeAvatarAction, uploadAvatarAction } from '@/lib/identity/account/actions'
import { maxAvatarBytes, maxAvatarFileBytes } from '@/lib/identity/account/schema'

const accept = ['.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif']
/** Twice the side that is kept, so that the server's cut has enough to choose from. */
const sidePx = 512

type PhotoCardProps = { avatarUrl: string | null; email: string }

export function PhotoCard({ avatarUrl, email }: PhotoCardProps) {
  const t = useTranslations('settings.profile.photo')
  const message = useMessage()
  const [preview, setPreview] = usePreview(avatarUrl)
  const [unreadable, setUnreadable] = useState<'heic' | 'tooLarge' | null>(null)
  const [preparing, setPreparing] = useState(false)
  const upload = useAction(uploadAvatarAction, { successMessage: t('saved'), refresh: true })
  const remove = useAction(removeAvatarAction, { successMessage: t('removed'), refresh: true })
  const busy = preparing || upload.pending || remove.pending

  const take = async (file: File | null) => {
    setUnreadable(null)
    upload.clearError()
    if (!file) return
    setPreparing(true)
    const photo = await shrinkPicture(file, sidePx)
    setPreparing(false)
    if (photo === file && isHeic(file)) return setUnreadable('heic')
    if (photo.size > maxAvatarBytes) return setUnreadable('tooLarge')
    setPreview(photo)
    const result = await upload.run({ photo })
    if (!result?.ok) setPreview(null)
  }
  const refused = upload.fields.photo ?? (upload.error ? [upload.error.code] : undefined)

  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} className="mb-4" />
      <div className="grid items-center gap-4 sm:grid-cols-[auto_1fr]">
        <div className="flex items-center gap-3 sm:w-32 sm:flex-col">
          <span role="img" aria-label={t('preview')}>
            <Avatar src={preview ?? avatarUrl} email={email} className="size-24! text-4xl!" />
          </span>
          {avatarUrl && (
            <Button variant="ghost" size="sm" pending={remove.pending} onClick={() => void remove.run({})}>
              {t('remove')}
            </Button>
          )}
        </div>
        <FileDrop
          touchLabel={t('choose')}
          label={avatarUrl ? t('replace') : t('add')}
          hint={busy ? t('sending') : t('hint')}
          accept={accept}
          maxBytes={maxAvatarFileBytes}
          file={null}
          onChange={(file) => void take(file)}
          disabled={busy}
          error={unreadable ? t(unreadable) : refused?.map((key) => message(key)).join(' ')}
        />
      </div>
    </Card>
  )
}

const isHeic = (file: File) => /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)

/** The chosen picture shows at once, until the page has the stored one. */
function usePreview(kept: string | null) {
  const [preview, setPreview] = useState<{ url: string; over: string | null } | null>(null)
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview.url)), [preview])
  const show = (file: File | null) => setPreview(file && { url: URL.createObjectURL(file), over: kept })
  return [preview && preview.over === kept ? preview.url : null, show] as const
}

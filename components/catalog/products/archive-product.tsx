'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { useAction } from '@/components/ui/use-action'
import { archiveProductAction, restoreProductAction } from '@/lib/catalog/products/actions'

type ArchiveProductProps = { id: string; version: number; archived: boolean; title: string }

export function ArchiveProduct({ id, version, archived, title }: ArchiveProductProps) {
  const t = useTranslations('products.archive')
  const [confirming, setConfirming] = useState(false)
  const archive = useAction(archiveProductAction, {
    successMessage: t('archived'),
    onSuccess: () => setConfirming(false),
    refresh: true,
  })
  const restore = useAction(restoreProductAction, { successMessage: t('restored'), refresh: true })
  if (archived) {
    return (
      <Button pending={restore.pending} onClick={() => void restore.run({ id, version })}>
        {t('restore')}
      </Button>
    )
  }
  return (
    <>
      <Button onClick={() => setConfirming(true)}>{t('action')}</Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void archive.run({ id, version })}
        pending={archive.pending}
        title={t('ask', { title })}
        text={t('text')}
        confirmLabel={t('action')}
      />
    </>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { useConfirmedAction } from '@/components/identity/settings/security/use-confirmed-action'
import { disconnectDriveAction } from '@/lib/connect/drive/actions'

export function DisconnectButton() {
  const t = useTranslations('drive.disconnect')
  const [confirming, setConfirming] = useState(false)
  const disconnect = useConfirmedAction(disconnectDriveAction, {
    refresh: true,
    successMessage: t('done'),
    onSuccess: () => setConfirming(false),
  })
  return (
    <>
      <Button size="sm" onClick={() => setConfirming(true)}>
        {t('action')}
      </Button>
      <ConfirmDialog
        open={confirming && !disconnect.dialog}
        onClose={() => setConfirming(false)}
        title={t('title')}
        text={t('text')}
        confirmLabel={t('action')}
        danger
        pending={disconnect.pending}
        onConfirm={() => void disconnect.run({})}
      />
      {disconnect.dialog}
    </>
  )
}

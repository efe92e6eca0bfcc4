'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { useAction } from '@/components/ui/use-action'
import { cancelImportAction } from '@/lib/connect/order-imports/actions'

export function CancelImportButton({ importId }: { importId: string }) {
  const t = useTranslations('imports.confirm')
  const router = useRouter()
  const [confirming, setConfirming] = useState(false)
  const cancel = useAction(cancelImportAction, {
    successMessage: t('cancelled'),
    refresh: true,
    onSuccess: () => setConfirming(false),
  })
  return (
    <>
      <Button onClick={() => setConfirming(true)}>{t('cancel')}</Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('cancelTitle')}
        text={t('cancelText')}
        confirmLabel={t('cancel')}
        danger
        pending={cancel.pending}
        onConfirm={() =>
          void cancel.run({ importId }).then((result) => {
            if (result?.ok === false && result.error === 'importTooLateToCancel') {
              setConfirming(false)
              router.refresh()
            }
          })
        }
      />
    </>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { RowControl } from '@/components/ui/table'
import { useAction } from '@/components/ui/use-action'
import { dismissFailureAction } from '@/lib/connect/sync/actions'

/** For what nothing tries again any more: it may have been done elsewhere, or be past. */
export function DismissFailure({ failureId, name }: { failureId: string; name: string }) {
  const t = useTranslations('dispatch.failures')
  const [confirming, setConfirming] = useState(false)
  const dismiss = useAction(dismissFailureAction, {
    refresh: true,
    successMessage: t('dismissed'),
    onSuccess: () => setConfirming(false),
  })
  return (
    <RowControl>
      <Button size="sm" variant="ghost" aria-label={t('dismissNamed', { name })} onClick={() => setConfirming(true)}>
        {t('dismiss')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void dismiss.run({ failureId })}
        title={t('dismissTitle', { name })}
        text={t('dismissText')}
        confirmLabel={t('dismiss')}
        pending={dismiss.pending}
      >
        {dismiss.error && <FormError error={dismiss.error} />}
      </ConfirmDialog>
    </RowControl>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { revokeTokenAction } from '@/lib/identity/access-tokens/actions'

export function RevokeToken({ id, name }: { id: string; name: string }) {
  const t = useTranslations('apis.tokens.revoke')
  const [confirming, setConfirming] = useState(false)
  const revoking = useAction(revokeTokenAction, {
    successMessage: t('done', { name }),
    onSuccess: () => setConfirming(false),
    refresh: true,
  })
  return (
    <>
      <Button size="sm" aria-label={t('of', { name })} onClick={() => setConfirming(true)}>
        {t('button')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void revoking.run({ id })}
        title={t('title', { name })}
        text={t('text')}
        confirmLabel={t('confirm')}
        pending={revoking.pending}
        danger
      >
        {revoking.error && <FormError error={revoking.error} />}
      </ConfirmDialog>
    </>
  )
}

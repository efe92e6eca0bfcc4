'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { removeMemberAction } from '@/lib/identity/organizations/actions'

export function RemoveMember({ userId, version, name }: { userId: string; version: number; name: string }) {
  const t = useTranslations('people')
  const [confirming, setConfirming] = useState(false)
  const removing = useAction(removeMemberAction, {
    successMessage: t('remove.done', { name }),
    onSuccess: () => setConfirming(false),
    refresh: true,
  })
  return (
    <>
      <Button size="sm" aria-label={t('members.removeOf', { name })} onClick={() => setConfirming(true)}>
        {t('members.remove')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void removing.run({ userId, version })}
        title={t('remove.title', { name })}
        text={t('remove.text', { name })}
        confirmLabel={t('remove.confirm')}
        pending={removing.pending}
        danger
      >
        {removing.error && <FormError error={removing.error} />}
      </ConfirmDialog>
    </>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useLeaving } from '@/components/identity/auth/use-leaving'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { leaveOrganizationAction } from '@/lib/identity/organizations/actions'
import type { OwnershipView } from '@/lib/identity/organizations/views'

export function LeaveCard({ view: { name, isLastOwner } }: { view: OwnershipView }) {
  const t = useTranslations('company.leave')
  const [confirming, setConfirming] = useState(false)
  const { leaving: goingOn, leaveTo } = useLeaving()
  const leaving = useAction(leaveOrganizationAction, { onSuccess: leaveTo })
  return (
    <Card>
      <CardHeader title={t('title')} description={isLastOwner ? t('lastOwner') : t('description', { name })} />
      {!isLastOwner && (
        <Button className="mt-4" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
          {t('submit')}
        </Button>
      )}
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void leaving.run({})}
        title={t('confirmTitle', { name })}
        text={t('confirmText')}
        confirmLabel={t('submit')}
        pending={leaving.pending || goingOn}
        danger
      >
        {leaving.error && <FormError error={leaving.error} />}
      </ConfirmDialog>
    </Card>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { decideActionAction } from '@/lib/assist/agent-tasks/actions'

/** A yes to one action, asked twice; a no is one press. */
export function DecideAction({ id, eventId, text }: { id: string; eventId: string; text: string }) {
  const t = useTranslations('agentTasks.timeline')
  const [confirming, setConfirming] = useState(false)
  const deciding = useAction(decideActionAction, {
    successMessage: t('decided'),
    onSuccess: () => setConfirming(false),
    refresh: true,
  })
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {deciding.error && !confirming && <FormError error={deciding.error} />}
      <Button disabled={deciding.pending} onClick={() => void deciding.run({ id, eventId, confirm: false })}>
        {t('refuse')}
      </Button>
      <Button variant="primary" onClick={() => setConfirming(true)}>
        {t('confirm')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void deciding.run({ id, eventId, confirm: true })}
        title={t('confirmTitle')}
        text={t('confirmText', { text })}
        confirmLabel={t('confirm')}
        pending={deciding.pending}
      >
        {deciding.error && <FormError error={deciding.error} />}
      </ConfirmDialog>
    </div>
  )
}

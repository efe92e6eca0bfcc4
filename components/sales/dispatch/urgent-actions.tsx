'use client'

import { TruckIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { answerCancellationAction } from '@/lib/connect/sync/actions'
import { cancelInvoiceAction } from '@/lib/sales/dispatch/actions'
import { ArrangeDialog } from './arrange-dialog'

/** The urgent orders that are not arranged, all at once. */
export function ArrangeUrgent({ orderIds }: { orderIds: string[] }) {
  const t = useTranslations('dispatch.urgent')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="primary" onClick={() => setOpen(true)}>
        <TruckIcon aria-hidden />
        {t('arrange', { count: orderIds.length })}
      </Button>
      {open && <ArrangeDialog picked={{ orderIds }} onClose={() => setOpen(false)} onDone={() => undefined} />}
    </>
  )
}

type OrderProps = { orderId: string; code: string }

export function AnswerCancellation({ orderId, code }: OrderProps) {
  const t = useTranslations('dispatch.urgent')
  const [confirming, setConfirming] = useState<'accept' | 'refuse' | null>(null)
  const answer = useAction(answerCancellationAction, {
    refresh: true,
    successMessage: () => t(confirming === 'accept' ? 'accepted' : 'refused'),
    onSuccess: () => setConfirming(null),
  })
  return (
    <span className="flex flex-wrap gap-2">
      {(['accept', 'refuse'] as const).map((what) => (
        <Button key={what} size="sm" onClick={() => setConfirming(what)}>
          {t(what)}
        </Button>
      ))}
      <ConfirmDialog
        open={confirming !== null}
        onClose={() => setConfirming(null)}
        onConfirm={() => void answer.run({ orderId, accept: confirming === 'accept' })}
        title={t(confirming === 'refuse' ? 'refuseTitle' : 'acceptTitle', { code })}
        text={t(confirming === 'refuse' ? 'refuseText' : 'acceptText')}
        confirmLabel={t(confirming ?? 'accept')}
        pending={answer.pending}
        danger={confirming === 'accept'}
      >
        <FormError error={answer.error} />
      </ConfirmDialog>
    </span>
  )
}

export function NoteInvoiceCancelled({ orderId, code }: OrderProps) {
  const t = useTranslations('dispatch.urgent')
  return (
    <ConfirmButton
      size="sm"
      action={cancelInvoiceAction}
      input={{ orderId }}
      label={t('noteDone')}
      title={t('noteTitle', { code })}
      text={t('noteText')}
      successMessage={t('noteSaved')}
    />
  )
}

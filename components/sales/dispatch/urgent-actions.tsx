'use client'

import { TruckIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
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
  const [asking, setAsking] = useState<'accept' | 'refuse' | null>(null)
  const answer = useAction(answerCancellationAction, {
    refresh: true,
    successMessage: () => t(asking === 'accept' ? 'accepted' : 'refused'),
    onSuccess: () => setAsking(null),
  })
  return (
    <span className="flex flex-wrap gap-2">
      {(['accept', 'refuse'] as const).map((what) => (
        <Button key={what} size="sm" onClick={() => setAsking(what)}>
          {t(what)}
        </Button>
      ))}
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        onConfirm={() => void answer.run({ orderId, accept: asking === 'accept' })}
        title={t(asking === 'refuse' ? 'refuseTitle' : 'acceptTitle', { code })}
        text={t(asking === 'refuse' ? 'refuseText' : 'acceptText')}
        confirmLabel={t(asking ?? 'accept')}
        pending={answer.pending}
        danger={asking === 'accept'}
      >
        <FormError error={answer.error} />
      </ConfirmDialog>
    </span>
  )
}

export function NoteInvoiceCancelled({ orderId, code }: OrderProps) {
  const t = useTranslations('dispatch.urgent')
  const [asking, setAsking] = useState(false)
  const note = useAction(cancelInvoiceAction, {
    refresh: true,
    successMessage: t('noteSaved'),
    onSuccess: () => setAsking(false),
  })
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {t('noteDone')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void note.run({ orderId })}
        title={t('noteTitle', { code })}
        text={t('noteText')}
        confirmLabel={t('noteDone')}
        pending={note.pending}
      >
        <FormError error={note.error} />
      </ConfirmDialog>
    </>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { useAction } from '@/components/ui/use-action'
import { closePurchaseAction, sendPurchaseAction } from '@/lib/catalog/purchases/actions'
import type { PurchaseDetail } from '@/lib/catalog/purchases/purchase-queries'
import { ReceiveDialog } from './receive-dialog'

/** The actions on a purchase in its state. */
export function PurchaseActions({ purchase }: { purchase: PurchaseDetail }) {
  const t = useTranslations('purchases.detail')
  const { id, version, number, status } = purchase
  const [confirming, setConfirming] = useState<'send' | 'close' | 'receive' | null>(null)
  const partly = status === 'partly_received'
  const done = () => setConfirming(null)
  const sending = useAction(sendPurchaseAction, { successMessage: t('sent'), onSuccess: done, refresh: true })
  const closing = useAction(closePurchaseAction, {
    successMessage: t(partly ? 'closed' : 'cancelled'),
    onSuccess: done,
    refresh: true,
  })
  if (status === 'received' || status === 'cancelled') return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button variant="ghost" onClick={() => setConfirming('close')}>
        {t(partly ? 'close' : 'cancel')}
      </Button>
      {status === 'draft' ? (
        <Button variant="primary" onClick={() => setConfirming('send')}>
          {t('send')}
        </Button>
      ) : (
        <Button variant="primary" onClick={() => setConfirming('receive')}>
          {t('receive')}
        </Button>
      )}
      <ConfirmDialog
        open={confirming === 'send'}
        onClose={done}
        onConfirm={() => void sending.run({ id, version })}
        pending={sending.pending}
        title={t('sendAsk', { number })}
        text={t('sendText')}
        confirmLabel={t('send')}
      />
      <ConfirmDialog
        open={confirming === 'close'}
        onClose={done}
        onConfirm={() => void closing.run({ id, version })}
        pending={closing.pending}
        danger
        title={t(partly ? 'closeAsk' : 'cancelAsk', { number })}
        text={t(partly ? 'closeText' : 'cancelText')}
        confirmLabel={t(partly ? 'close' : 'cancel')}
        keepLabel={t('keep')}
      />
      <ReceiveDialog key={version} purchase={purchase} open={confirming === 'receive'} onClose={done} />
    </div>
  )
}

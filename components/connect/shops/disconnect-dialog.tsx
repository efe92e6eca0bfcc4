'use client'

import { ArrowTopRightOnSquareIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button, buttonClass } from '@/components/ui/button'
import { ConfirmDialog, Dialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { disconnectShopAction } from '@/lib/connect/shops/actions'
import type { ShopView } from '@/lib/connect/shops/views'
import { forShops } from './shop-failure'

const disconnect = forShops(disconnectShopAction, 'unexpected')

type DisconnectDialogProps = {
  shop: Pick<ShopView, 'id' | 'version' | 'name'>
  open: boolean
  onClose: () => void
}

/** Says what becomes of the data first; after that it leads to the platform, where alone the permission itself is taken back. */
export function DisconnectDialog({ shop, open, onClose }: DisconnectDialogProps) {
  const t = useTranslations('shops.disconnect')
  const common = useTranslations('common')
  const router = useRouter()
  const [done, setDone] = useState<{ url: string | null } | null>(null)
  const disconnecting = useAction(disconnect, { onSuccess: setDone })
  const { name } = shop
  const leave = () => {
    onClose()
    setDone(null)
    router.refresh()
  }
  if (done)
    return (
      <Dialog
        open={open}
        onClose={leave}
        size="sm"
        title={t('done', { name })}
        description={t(done.url ? 'doneText' : 'doneNoPage')}
        footer={
          <>
            <Button onClick={leave}>{common('close')}</Button>
            {done.url && (
              <a href={done.url} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'primary' })}>
                <ArrowTopRightOnSquareIcon aria-hidden />
                {t('cancelPage')}
              </a>
            )}
          </>
        }
      />
    )
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('title', { name })}
      text={t('text')}
      confirmLabel={t('confirm')}
      danger
      pending={disconnecting.pending}
      onConfirm={() => void disconnecting.run({ id: shop.id, version: shop.version })}
    >
      <FormError error={disconnecting.error} changed={<WhatChanged kind="shop" id={shop.id} />} />
      <ul className="list-disc space-y-1.5 pl-5">
        {(['stays', 'goes', 'stops', 'again'] as const).map((line) => (
          <li key={line}>{t(line)}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

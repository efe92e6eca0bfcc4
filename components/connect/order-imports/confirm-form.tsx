'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { confirmImportAction } from '@/lib/connect/order-imports/actions'
import { CancelImportButton } from './cancel-import-button'

type ConfirmFormProps = {
  importId: string
  shop: { name: string; isNew: boolean }
  orders: number
  failedOrders: number
}

export function ConfirmForm({ importId, shop, orders, failedOrders }: ConfirmFormProps) {
  const t = useTranslations('imports.confirm')
  const router = useRouter()
  const [takeStock, setTakeStock] = useState(false)
  const [isHistory, setHistory] = useState(false)
  const [leaveOutBadRows, setLeaveOut] = useState(false)
  const confirm = useAction(confirmImportAction, { successMessage: t('confirmed'), refresh: true })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void confirm.run({ importId, takeStock: takeStock && !isHistory, isHistory, leaveOutBadRows }).then((result) => {
      // Confirmed or cancelled elsewhere: the page shows where it is now.
      if (result?.ok === false && result.error === 'importNotReady') router.refresh()
    })
  }

  return (
    <Card>
      <CardHeader title={t('title')} description={t(shop.isNew ? 'newShop' : 'shop', { shop: shop.name })} />
      <form onSubmit={submit} className="mt-3 space-y-4">
        <FormError error={confirm.error} fields={confirm.fields} />
        {orders === 0 ? (
          <p className="text-ink-2">{t('nothing')}</p>
        ) : (
          <>
            <Checkbox
              label={t('isHistory')}
              hint={t('isHistoryHint')}
              checked={isHistory}
              onChange={({ target }) => setHistory(target.checked)}
            />
            {!isHistory && (
              <Checkbox
                label={t('takeStock')}
                hint={t('takeStockHint')}
                checked={takeStock}
                onChange={({ target }) => setTakeStock(target.checked)}
              />
            )}
            {failedOrders > 0 && (
              <Checkbox
                label={t('leaveOut', { count: failedOrders })}
                checked={leaveOutBadRows}
                onChange={({ target }) => setLeaveOut(target.checked)}
              />
            )}
          </>
        )}
        <div className="flex flex-wrap gap-2">
          {orders > 0 && (
            <Button type="submit" variant="primary" pending={confirm.pending}>
              {t('submit', { count: orders })}
            </Button>
          )}
          <CancelImportButton importId={importId} />
        </div>
      </form>
    </Card>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useId, useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { updateShopAction } from '@/lib/connect/shops/actions'
import type { ShopView } from '@/lib/connect/shops/views'
import { forShops } from './shop-failure'
import { ShopNumberField } from './shop-form'

type Shop = Pick<ShopView, 'id' | 'version' | 'name' | 'externalShopId' | 'connectedAt' | 'status'>
type EditShopDialogProps = { shop: Shop; open: boolean; isSandbox: boolean; onClose: () => void }

export function EditShopDialog({ shop, open, isSandbox, onClose }: EditShopDialogProps) {
  const t = useTranslations('shops')
  const common = useTranslations('common')
  const id = useId()
  const [pending, setPending] = useState(false)
  const [dirty, setDirty] = useState(false)
  const mayLeave = useUnsavedGuard(open && dirty)
  const close = () => {
    setDirty(false)
    onClose()
  }
  const leave = () => mayLeave() && close()
  const footer = (
    <>
      <Button onClick={leave}>{common('cancel')}</Button>
      <Button variant="primary" type="submit" form={id} pending={pending}>
        {common('save')}
      </Button>
    </>
  )
  return (
    <Dialog open={open} onClose={leave} size="sm" title={t('form.editTitle')} footer={footer}>
      <EditForm
        key={`${shop.id} ${shop.version}`}
        id={id}
        shop={shop}
        isSandbox={isSandbox}
        onDirty={setDirty}
        onPending={setPending}
        onDone={close}
      />
    </Dialog>
  )
}

const update = forShops(updateShopAction, 'shopConnectFailed')

type EditFormProps = {
  id: string
  shop: Shop
  isSandbox: boolean
  onDirty: (dirty: boolean) => void
  onPending: (pending: boolean) => void
  onDone: () => void
}

function EditForm({ id, shop, isSandbox, onDirty, onPending, onDone }: EditFormProps) {
  const t = useTranslations('shops')
  const [name, setName] = useState(shop.name)
  const [number, setNumber] = useState(shop.externalShopId ?? '')
  const dirty = name !== shop.name || number !== (shop.externalShopId ?? '')
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const saving = useAction(update, { refresh: true, successMessage: t('updated'), onSuccess: onDone })
  const { fields } = saving
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    onPending(true)
    await saving.run({ id: shop.id, version: shop.version, name, externalShopId: number.trim() || null })
    onPending(false)
  }
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormError error={saving.error} fields={fields} labels={{ name: t('form.name'), externalShopId: t('form.id') }} />
      <Field label={t('form.name')} hint={t('form.nameHint')} required error={fields.name}>
        <Input name="name" autoComplete="off" value={name} onChange={({ target }) => setName(target.value)} />
      </Field>
      <ShopNumberField
        value={number}
        onChange={setNumber}
        isSandbox={isSandbox}
        fixed={shop.connectedAt !== null || shop.status !== 'pending'}
        error={fields.externalShopId}
      />
    </form>
  )
}

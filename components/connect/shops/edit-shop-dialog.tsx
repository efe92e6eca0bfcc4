'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState, type FormEvent } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { DraftFrame, type FramedForm } from '@/components/ui/draft-frame'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { updateShopAction } from '@/lib/connect/shops/actions'
import type { ShopView } from '@/lib/connect/shops/views'
import { forShops } from './shop-failure'
import { ShopNumberField } from './shop-form'

type Shop = Pick<ShopView, 'id' | 'version' | 'name' | 'externalShopId' | 'connectedAt' | 'status'>
type EditShopDialogProps = { shop: Shop; open: boolean; isSandbox: boolean; onClose: () => void }

export function EditShopDialog({ shop, open, isSandbox, onClose }: EditShopDialogProps) {
  const t = useTranslations('shops')
  return (
    <DraftFrame as="dialog" open={open} onClose={onClose} size="sm" title={t('form.editTitle')}>
      {(form) => <EditForm key={`${shop.id} ${shop.version}`} {...form} shop={shop} isSandbox={isSandbox} />}
    </DraftFrame>
  )
}

const update = forShops(updateShopAction, 'shopConnectFailed')

type EditFormProps = FramedForm & { shop: Shop; isSandbox: boolean }

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
      <FormError
        error={saving.error}
        fields={fields}
        labels={{ name: t('form.name'), externalShopId: t('form.id') }}
        changed={<WhatChanged kind="shop" id={shop.id} />}
      />
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

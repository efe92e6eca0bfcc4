'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState, type FormEvent } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { DraftFrame, type FramedForm } from '@/components/ui/draft-frame'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { setStockRulesAction } from '@/lib/connect/shops/actions'
import type { ShopView } from '@/lib/connect/shops/views'
import { forShops } from './shop-failure'

type Shop = Pick<ShopView, 'id' | 'version' | 'name' | 'safetyUnits' | 'lastUnits'>
type RulesDialogProps = { shop: Shop; open: boolean; onClose: () => void }

export function RulesDialog({ shop, open, onClose }: RulesDialogProps) {
  const t = useTranslations('shops.rules')
  return (
    <DraftFrame
      as="dialog"
      open={open}
      onClose={onClose}
      size="sm"
      title={t('title', { name: shop.name })}
      description={t('text')}
    >
      {(form) => <RulesForm key={`${shop.id} ${shop.version}`} {...form} shop={shop} />}
    </DraftFrame>
  )
}

const save = forShops(setStockRulesAction, 'unexpected')
/** Any other text is left to the server to refuse. */
const readUnits = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : -1)

type RulesFormProps = FramedForm & { shop: Shop }

function RulesForm({ id, shop, onDirty, onPending, onDone }: RulesFormProps) {
  const t = useTranslations('shops.rules')
  const [safety, setSafety] = useState(String(shop.safetyUnits))
  const [last, setLast] = useState(String(shop.lastUnits))
  const dirty = safety !== String(shop.safetyUnits) || last !== String(shop.lastUnits)
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const saving = useAction(save, { refresh: true, successMessage: t('saved'), onSuccess: onDone })
  const { fields } = saving
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    onPending(true)
    const units = { safetyUnits: readUnits(safety), lastUnits: readUnits(last) }
    await saving.run({ id: shop.id, version: shop.version, ...units })
    onPending(false)
  }
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormError
        error={saving.error}
        fields={fields}
        labels={{ safetyUnits: t('safety'), lastUnits: t('last') }}
        changed={<WhatChanged kind="shop" id={shop.id} />}
      />
      <Field label={t('safety')} hint={t('safetyHint')} error={fields.safetyUnits}>
        <Input
          name="safetyUnits"
          inputMode="numeric"
          autoComplete="off"
          value={safety}
          onChange={({ target }) => setSafety(target.value)}
        />
      </Field>
      <Field label={t('last')} hint={t('lastHint')} error={fields.lastUnits}>
        <Input
          name="lastUnits"
          inputMode="numeric"
          autoComplete="off"
          value={last}
          onChange={({ target }) => setLast(target.value)}
        />
      </Field>
    </form>
  )
}

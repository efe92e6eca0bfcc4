'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { DateInput } from '@/components/ui/date-input'
import { Field } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import type { Day } from '@/lib/core/dates'
import { setNoAdsAction } from '@/lib/connect/shops/actions'
import { forShops } from './shop-failure'

export type NoAdsShop = { id: string; version: number; name: string; noAdsFrom: Day | null }
type NoAdsDialogProps = { shop: NoAdsShop; today: Day; open: boolean; onClose: () => void }

/** Since when a shop does not advertise: in its settings, and wherever its ads are asked about. */
export function NoAdsDialog({ shop, ...dialog }: NoAdsDialogProps) {
  return dialog.open ? <OpenDialog key={`${shop.id} ${shop.version}`} shop={shop} {...dialog} /> : null
}

const save = forShops(setNoAdsAction, 'unexpected')

function OpenDialog({ shop, today, onClose }: NoAdsDialogProps) {
  const t = useTranslations('shops.ads')
  const common = useTranslations('common')
  const [from, setFrom] = useState(shop.noAdsFrom)
  const mayLeave = useUnsavedGuard(from !== shop.noAdsFrom)
  const saving = useAction(save, { refresh: true, successMessage: t('saved'), onSuccess: onClose })
  return (
    <FormDialog
      onClose={() => mayLeave() && onClose()}
      title={t('title', { name: shop.name })}
      description={t('text')}
      action={saving}
      labels={{ noAdsFrom: t('from') }}
      submitLabel={common('save')}
      onSubmit={() => void saving.run({ id: shop.id, version: shop.version, noAdsFrom: from })}
      changed={<WhatChanged kind="shop" id={shop.id} />}
    >
      <Field label={t('from')} hint={t('hint')} error={saving.fields.noAdsFrom}>
        <DateInput name="noAdsFrom" value={from} today={today} onChange={setFrom} />
      </Field>
    </FormDialog>
  )
}

/** Shown where a day has no report: the way to state that there were no ads. */
export function NoAdsButton({ shop, today }: { shop: NoAdsShop; today: Day }) {
  const t = useTranslations('shops.ads')
  const [open, setOpen] = useState(false)
  const isSaid = shop.noAdsFrom !== null
  return (
    <>
      <Button
        size="sm"
        aria-label={t(isSaid ? 'changeNamed' : 'openNamed', { name: shop.name })}
        onClick={() => setOpen(true)}
      >
        {t(isSaid ? 'change' : 'open')}
      </Button>
      <NoAdsDialog shop={shop} today={today} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { useAction } from '@/components/ui/use-action'
import { updatePurchaseAction } from '@/lib/catalog/purchases/actions'
import { draftOf } from '@/lib/catalog/purchases/draft'
import type { PurchaseView } from '@/lib/catalog/purchases/views'
import { PurchaseForm } from './purchase-form'

export function EditPurchase({ view, actions }: { view: PurchaseView; actions: ReactNode }) {
  const t = useTranslations('purchases.form')
  const language = useLocale()
  const { purchase, names: _, ...choices } = view
  const saving = useAction(updatePurchaseAction, { successMessage: t('saved'), refresh: true })
  const { id, version } = purchase
  return (
    <PurchaseForm
      initial={draftOf(purchase, language)}
      choices={choices}
      saving={saving}
      actions={actions}
      changed={<WhatChanged kind="purchase" id={id} />}
      onSave={async (input) => (await saving.run({ id, version, ...input }))?.ok === true}
    />
  )
}

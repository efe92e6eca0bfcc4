'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useAction } from '@/components/ui/use-action'
import { createPurchaseAction } from '@/lib/catalog/purchases/actions'
import { emptyDraft } from '@/lib/catalog/purchases/draft'
import { purchasesPath } from '@/lib/catalog/purchases/filters'
import type { PurchaseForm as FormChoices } from '@/lib/catalog/purchases/views'
import { PurchaseForm } from './purchase-form'

export function NewPurchaseScreen({ form }: { form: FormChoices }) {
  const t = useTranslations('purchases.form')
  const router = useRouter()
  const saving = useAction(createPurchaseAction, {
    successMessage: t('saved'),
    onSuccess: ({ id }) => router.push(`${purchasesPath}/${id}`),
  })
  return (
    <>
      <h2 className="mb-3 text-base font-title">{t('new')}</h2>
      <PurchaseForm
        initial={emptyDraft()}
        choices={form}
        saving={saving}
        onSave={async (input) => (await saving.run(input))?.ok === true}
      />
    </>
  )
}

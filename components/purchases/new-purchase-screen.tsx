'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { useAction } from '@/components/ui/use-action'
import { createPurchaseAction } from '@/lib/purchases/actions'
import { emptyDraft } from '@/lib/purchases/draft'
import { purchasesPath, suppliersPath } from '@/lib/purchases/filters'
import type { PurchaseForm as FormChoices } from '@/lib/purchases/views'
import { PurchaseForm } from './purchase-form'

export function NewPurchaseScreen({ form }: { form: FormChoices }) {
  const t = useTranslations('purchases.form')
  const suggestion = useTranslations('purchases.suggestion')
  const router = useRouter()
  const saving = useAction(createPurchaseAction, {
    successMessage: t('saved'),
    onSuccess: ({ id }) => router.push(`${purchasesPath}/${id}`),
  })
  if (form.suppliers.length === 0)
    return (
      <Card>
        <EmptyState
          kind="first"
          title={t('new')}
          text={suggestion('noSupplier')}
          action={
            <ButtonLink variant="primary" href={`${suppliersPath}?new=1`}>
              {t('newSupplier')}
            </ButtonLink>
          }
        />
      </Card>
    )
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

'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { draftSuggestionAction } from '@/lib/catalog/purchases/actions'
import { purchasesPath } from '@/lib/catalog/purchases/filters'
import type { Suggestion } from '@/lib/catalog/purchases/suggestion-queries'
import type { SupplierChoice } from '@/lib/catalog/purchases/supplier-queries'

type Props = { rows: Suggestion[]; suppliers: SupplierChoice[]; open: boolean; onClose: () => void }

export function CreateFromSuggestion({ rows, suppliers, open, onClose }: Props) {
  const t = useTranslations('purchases.suggestion')
  const form = useTranslations('purchases.form')
  const common = useTranslations('common')
  const router = useRouter()
  const known = rows.find(({ supplierId }) => supplierId !== null)?.supplierId ?? ''
  const [supplierId, setSupplierId] = useState(known)
  const saving = useAction(draftSuggestionAction, {
    successMessage: t('createDone'),
    onSuccess: ({ id }) => router.push(`${purchasesPath}/${id}`),
  })
  const lines = rows.map((row) => ({
    productId: row.id,
    quantity: Math.max(1, row.suggested),
    supplierCode: row.supplierId === supplierId ? row.supplierCode : null,
  }))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={t('createTitle')}
      description={t('createText', { count: rows.length })}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            variant="primary"
            pending={saving.pending}
            disabled={!supplierId}
            onClick={() => void saving.run({ supplierId, lines })}
          >
            {t('create')}
          </Button>
        </>
      }
    >
      <FormError error={saving.error} fields={saving.fields} labels={{ supplierId: form('supplier') }} />
      {suppliers.length === 0 ? (
        <p className="text-warn">{t('noSupplier')}</p>
      ) : (
        <Field label={form('supplier')} required error={saving.fields.supplierId}>
          <Select
            name="supplierId"
            value={supplierId}
            onChange={({ target }) => setSupplierId(target.value)}
            options={suppliers.map(({ id, name }) => ({ value: id, label: name }))}
          >
            <option value="">{form('chooseSupplier')}</option>
          </Select>
        </Field>
      )}
    </Dialog>
  )
}

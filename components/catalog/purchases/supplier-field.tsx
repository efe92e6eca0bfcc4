'use client'

import { PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/dialog'
import { Field, Select } from '@/components/ui/field'
import type { PurchaseForm } from '@/lib/catalog/purchases/views'
import { SupplierForm } from './supplier-drawer'

const formId = 'supplier-form'

type SupplierChoice = { id: string; name: string }

type SupplierFieldProps = {
  value: string
  suppliers: PurchaseForm['suppliers']
  error?: string[]
  onChange: (id: string) => void
}

/** The supplier; a missing one is created here, and the purchase keeps its other fields. */
export function SupplierField({ value, suppliers, error, onChange }: SupplierFieldProps) {
  const t = useTranslations('purchases.form')
  const common = useTranslations('common')
  const [made, setMade] = useState<SupplierChoice[]>([])
  const [open, setOpen] = useState(false)
  const [pending, setPending] = useState(false)
  const missing = made.filter(({ id }) => suppliers.every((known) => known.id !== id))
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Field label={t('supplier')} required error={error}>
        <Select
          name="supplierId"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          options={[...suppliers, ...missing].map(({ id, name }) => ({ value: id, label: name }))}
        >
          <option value="">{t('chooseSupplier')}</option>
        </Select>
      </Field>
      <Button variant="ghost" size="sm" className="-ml-2 self-start" onClick={() => setOpen(true)}>
        <PlusIcon aria-hidden />
        {t('newSupplier')}
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title={t('newSupplier')}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{common('cancel')}</Button>
            <Button variant="primary" type="submit" form={formId} pending={pending}>
              {common('save')}
            </Button>
          </>
        }
      >
        <SupplierForm
          id={formId}
          existing={null}
          onDirty={() => undefined}
          onPending={setPending}
          onDone={(supplier) => {
            setOpen(false)
            if (!supplier) return
            setMade((before) => [...before, supplier])
            onChange(supplier.id)
          }}
        />
      </Drawer>
    </div>
  )
}

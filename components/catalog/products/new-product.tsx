'use client'

import { PlusIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { useProductLookup } from '@/components/sales/orders/product-lookup'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { failingAs } from '@/components/ui/failing-as'
import { Field, Input, NumberInput } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { MoneyInput } from '@/components/ui/money-input'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import { can } from '@/lib/core/permissions'
import type { FieldErrors } from '@/lib/core/errors'
import type { SellableProduct } from '@/lib/sales/orders/cart'
import { createProductAction } from '@/lib/catalog/products/actions'
import { emptyDraft, readDraft, type ProductDraft } from '@/lib/catalog/products/draft'

const create = failingAs(createProductAction, 'productSaveFailed')
const formId = 'new-product'

type NewProductProps = {
  /** The search text without a result: the SKU, or where it holds blanks the title. */
  typed: string
  onMade: (product: SellableProduct) => void
}

/** A product is made where it is missed, with what most forms ask for; the form around it keeps what was typed. */
export function NewProduct({ typed, onMade }: NewProductProps) {
  const t = useTranslations('products.quick')
  const { role } = useOrganization()
  const [opened, setOpened] = useState(0)
  const [isOpen, setOpen] = useState(false)
  if (!can(role, 'product.write')) return null
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2 self-start"
        onClick={() => {
          setOpened((count) => count + 1)
          setOpen(true)
        }}
      >
        <PlusIcon aria-hidden />
        {t('open')}
      </Button>
      <ProductDialog
        key={opened}
        typed={typed.trim()}
        open={isOpen}
        onClose={() => setOpen(false)}
        onMade={(product) => {
          setOpen(false)
          onMade(product)
        }}
      />
    </>
  )
}

function ProductDialog({ typed, onMade, ...dialog }: NewProductProps & { open: boolean; onClose: () => void }) {
  const t = useTranslations('products.quick')
  const labels = useTranslations('products.labels')
  const hints = useTranslations('products.hints')
  const common = useTranslations('common')
  const language = useLocale()
  const { organizationId } = useOrganization()
  const { refreshLookups } = useProductLookup(organizationId)
  const [draft, setDraft] = useState(() => ({
    ...emptyDraft(),
    ...(/\s/.test(typed) ? { title: typed } : { sku: typed }),
  }))
  const [unreadable, setUnreadable] = useState<{ error: ActionFailure; fields: FieldErrors } | null>(null)
  const creating = useAction(create, { successMessage: t('made') })
  const fields = unreadable?.fields ?? creating.fields
  const set = (changes: Partial<ProductDraft>) => setDraft((before) => ({ ...before, ...changes }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // A dialog's submit event reaches the form around it too, which must not be saved yet.
    event.stopPropagation()
    const read = readDraft(draft, language)
    if (!read.ok) return setUnreadable({ error: { code: 'invalidInput' }, fields: read.fields })
    setUnreadable(null)
    const result = await creating.run(read.input)
    if (!result?.ok) return
    void refreshLookups()
    const { sku, title, priceCents, openingStock } = read.input
    const price = priceCents === null ? null : priceCents.toString()
    onMade({ id: result.data.id, sku: sku.trim(), title: title.trim(), priceCents: price, available: openingStock })
  }

  return (
    <Dialog
      {...dialog}
      size="sm"
      title={t('title')}
      footer={
        <>
          <Button onClick={dialog.onClose}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} pending={creating.pending}>
            {t('create')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <FormError
          error={unreadable?.error ?? creating.error}
          fields={fields}
          labels={{
            sku: labels('sku'),
            title: labels('title'),
            priceCents: labels('price'),
            costCents: labels('cost'),
          }}
        />
        <Field label={labels('title')} required error={fields.title}>
          <Input name="title" value={draft.title} onChange={({ target }) => set({ title: target.value })} />
        </Field>
        <Field label={labels('sku')} required error={fields.sku}>
          <Input
            name="sku"
            autoComplete="off"
            spellCheck={false}
            value={draft.sku}
            onChange={({ target }) => set({ sku: target.value })}
          />
        </Field>
        <div className="grid grid-cols-2 items-start gap-4">
          <Field label={labels('price')} optional error={fields.priceCents}>
            <MoneyInput name="priceCents" value={draft.price} onChange={(price) => set({ price })} />
          </Field>
          <Field label={labels('cost')} optional error={fields.costCents} hint={hints('newCost')}>
            <MoneyInput name="costCents" value={draft.cost} onChange={(cost) => set({ cost })} />
          </Field>
        </div>
        <Field label={labels('openingStock')} error={fields.openingStock} className="max-w-40">
          <NumberInput
            name="openingStock"
            value={draft.openingStock}
            onChange={(text) => set({ openingStock: text })}
          />
        </Field>
      </form>
    </Dialog>
  )
}

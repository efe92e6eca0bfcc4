'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState, type FormEvent } from 'react'
import { ProductCombobox } from '@/components/sales/orders/product-combobox'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, NumberInput } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { mapListingAction } from '@/lib/catalog/mapping/actions'
import type { RemapScope } from '@/lib/catalog/mapping/schema'
import type { SuggestedLine } from '@/lib/catalog/mapping/views'
import { NewKit } from './new-kit'
import { previewOfListing, RemapChoice } from './remap-choice'
import { useDraftProducts } from './use-draft-products'

type Target = { id: string; sku: string; title: string }
type Props = {
  open: boolean
  onClose: () => void
  row: SuggestedLine
  name: string
  canCreateKit: boolean
  today: string
}

export function MapDialog({ open, onClose, row, name, canCreateKit, today }: Props) {
  const t = useTranslations('mapping')
  return (
    <Dialog open={open} onClose={onClose} title={t('dialog.title')} description={name}>
      <MapForm row={row} canCreateKit={canCreateKit} today={today} onDone={onClose} />
    </Dialog>
  )
}

const current = ({ productId, productSku, productTitle }: SuggestedLine): Target | null =>
  productId ? { id: productId, sku: productSku ?? '', title: productTitle ?? '' } : null

function MapForm({
  row,
  canCreateKit,
  today,
  onDone,
}: Omit<Props, 'open' | 'onClose' | 'name'> & { onDone: () => void }) {
  const t = useTranslations('mapping')
  const common = useTranslations('common')
  const { organizationId } = useOrganization()
  const input = useRef<HTMLInputElement>(null)
  const [product, setProduct] = useState<Target | null>(() => current(row) ?? row.suggestion)
  const [text, setText] = useState(product?.sku ?? '')
  const [quantityText, setQuantityText] = useState(String(row.productQuantity))
  const [scope, setScope] = useState<RemapScope>('open')
  const [sinceDay, setSinceDay] = useState<string | null>(null)
  const [missing, setMissing] = useState<string>()
  const [makingKit, setMakingKit] = useState(false)
  const drafting = useDraftProducts()
  const quantity = /^\d{1,5}$/.test(quantityText.trim()) ? Number(quantityText) : 0
  const saving = useAction(mapListingAction, {
    refresh: true,
    onSuccess: onDone,
    successMessage: ({ orders, runId }) => (runId ? t('mappedRunning') : t('mappedDone', { count: orders })),
  })
  const save = (productId: string | null) =>
    void saving.run({
      listingId: row.id,
      productId,
      quantity: productId ? quantity : 1,
      how: 'hand',
      scope,
      seenProductId: row.productId,
      seenQuantity: row.productQuantity,
      sinceDay: scope === 'since' ? sinceDay : null,
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(product ? undefined : t('dialog.productMissing'))
    if (product) save(product.id)
    else input.current?.focus()
  }
  if (makingKit)
    return (
      <NewKit
        onCancel={() => setMakingKit(false)}
        onMade={(kit) => {
          setProduct(kit)
          setText(kit.sku)
          setMakingKit(false)
        }}
      />
    )
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FormError
        error={saving.error}
        fields={saving.fields}
        labels={{ quantity: t('dialog.quantity'), sinceDay: t('remap.day') }}
      />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_130px]">
        <Field label={t('dialog.product')} error={missing} hint={product ? product.title : t('dialog.productHint')}>
          <ProductCombobox
            organizationId={organizationId}
            value={text}
            inputRef={input}
            onChange={(typed) => {
              setText(typed)
              setProduct(null)
            }}
            onPick={(picked) => {
              setProduct(picked)
              setText(picked.sku)
              setMissing(undefined)
            }}
          />
        </Field>
        <Field label={t('dialog.quantity')} error={saving.fields.quantity}>
          <NumberInput name="quantity" value={quantityText} onChange={setQuantityText} />
        </Field>
      </div>
      {canCreateKit && (
        <p className="text-[13px] text-ink-2">
          {t('dialog.kitText')}{' '}
          <button type="button" onClick={() => setMakingKit(true)} className="font-semibold text-accent-text underline">
            {t('dialog.kit')}
          </button>
        </p>
      )}
      {canCreateKit && !row.productId && (
        <p className="text-[13px] text-ink-2">
          {t('dialog.newText')}{' '}
          <button
            type="button"
            disabled={drafting.pending}
            onClick={() => void drafting.run({ shopId: null, listingIds: [row.id] })}
            className="font-semibold text-accent-text underline"
          >
            {t('dialog.new')}
          </button>
          <FormError error={drafting.error} />
        </p>
      )}
      <RemapChoice
        preview={product && quantity > 0 ? previewOfListing(row.id, { productId: product.id, quantity }) : null}
        scope={scope}
        sinceDay={sinceDay}
        today={today}
        dayError={saving.fields.sinceDay}
        onScope={setScope}
        onDay={setSinceDay}
      />
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-3">
        {row.productId && (
          <Button variant="ghost" pending={saving.pending} onClick={() => save(null)} className="mr-auto text-bad!">
            {t('dialog.unmap')}
          </Button>
        )}
        <Button onClick={onDone}>{common('cancel')}</Button>
        <Button variant="primary" type="submit" pending={saving.pending}>
          {t('dialog.save')}
        </Button>
      </div>
    </form>
  )
}

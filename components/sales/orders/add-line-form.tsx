'use client'

import { PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useRef, useState, type RefObject } from 'react'
import { NewProduct } from '@/components/catalog/products/new-product'
import { Button } from '@/components/ui/button'
import { Field, NumberInput } from '@/components/ui/field'
import { useMessage } from '@/components/ui/use-message'
import type { ErrorCode } from '@/lib/core/errors'
import { isTooMany, readQuantity, type CartLimit, type SellableProduct } from '@/lib/sales/orders/cart'
import { maxLineUnits, maxOrderLines } from '@/lib/sales/orders/schema'
import { ProductCombobox } from './product-combobox'
import { lookupErrorCode, useProductLookup } from './product-lookup'

type AddLineFormProps = {
  organizationId: string
  /** The limit that keeps the product out of the cart; null when it is added. */
  onAdd: (product: SellableProduct, quantity: number) => CartLimit | null
  skuRef: RefObject<HTMLInputElement | null>
}

/** The field is free for the next code at once, while the one before is still being looked up: scanners do not wait. */
export function AddLineForm({ organizationId, onAdd, skuRef }: AddLineFormProps) {
  const t = useTranslations('orders.entry')
  const message = useMessage()
  const { findByCode } = useProductLookup(organizationId)
  const quantityRef = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [quantityText, setQuantityText] = useState('1')
  const [picked, setPicked] = useState<SellableProduct | null>(null)
  const [pending, setPending] = useState(0)
  const [error, setError] = useState<string | undefined>()

  const addLine = async () => {
    const code = text.trim()
    const quantity = readQuantity(quantityText)
    if (!code || quantity === null) {
      setError(isTooMany(quantityText) ? t('tooMany', { limit: maxLineUnits }) : message('orderLineInvalid'))
      ;(code ? quantityRef : skuRef).current?.focus()
      return
    }
    setError(undefined)
    setText('')
    setQuantityText('1')
    skuRef.current?.focus()
    const refuse = (reason: ErrorCode) => refuseWith(message(reason, { sku: code }))
    const refuseWith = (text: string) => {
      setError(text)
      setText((typed) => typed || code)
      setQuantityText((typed) => (typed === '1' ? String(quantity) : typed))
      requestAnimationFrame(() => skuRef.current?.select())
    }
    setPending((count) => count + 1)
    try {
      const product = picked?.sku === code ? picked : await findByCode(code)
      if (!product) refuse('skuNotFound')
      else {
        const limit = onAdd(product, quantity)
        if (limit === 'units') refuseWith(t('tooMany', { limit: maxLineUnits }))
        if (limit === 'lines') refuseWith(t('tooManyLines', { limit: maxOrderLines }))
      }
    } catch (thrown) {
      refuse(lookupErrorCode(thrown))
    } finally {
      setPicked(null)
      setPending((count) => count - 1)
    }
  }

  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void addLine()
        }}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[minmax(0,1fr)_96px_auto]"
      >
        <Field label={t('sku')} hint={t('skuHint')} error={error} className="max-sm:col-span-2">
          <ProductCombobox
            organizationId={organizationId}
            inputRef={skuRef}
            value={text}
            onChange={(typed) => {
              setText(typed)
              setError(undefined)
            }}
            onPick={(product) => {
              setPicked(product)
              setText(product.sku)
              setError(undefined)
              requestAnimationFrame(() => quantityRef.current?.select())
            }}
          />
        </Field>
        <Field label={t('quantity')}>
          <NumberInput
            ref={quantityRef}
            name="quantity"
            value={quantityText}
            onFocus={({ target }) => target.select()}
            onChange={setQuantityText}
          />
        </Field>
        {/* Never pending: that would swallow the Enter of the next scan. */}
        <Button type="submit" aria-busy={pending > 0 || undefined} className="mt-6">
          <PlusIcon aria-hidden />
          {t('add')}
        </Button>
        <span role="alert" className="sr-only">
          {error}
        </span>
      </form>
      <NewProduct
        typed={text}
        onMade={(product) => {
          setText('')
          setError(undefined)
          const limit = onAdd(product, readQuantity(quantityText) ?? 1)
          if (limit === 'lines') setError(t('tooManyLines', { limit: maxOrderLines }))
          requestAnimationFrame(() => skuRef.current?.focus())
        }}
      />
    </>
  )
}

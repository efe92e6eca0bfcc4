'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { failingAs } from '@/components/ui/failing-as'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import { placeOrderAction } from '@/lib/sales/orders/actions'
import type { FieldErrors } from '@/lib/core/errors'
import { parseMoney } from '@/lib/core/money'
import { cartTotalCents, emptyCart, priceOf, refreshLines, type CartLine } from '@/lib/sales/orders/cart'
import type { PlacedOrder } from '@/lib/sales/orders/place-order'
import { readTerms, totalOf } from '@/lib/sales/orders/sale-terms'
import { useProductLookup } from './product-lookup'
import type { useCart } from './use-cart'

type CartState = ReturnType<typeof useCart>

const refusalOf = (lines: number, unpriced: CartLine | undefined, fields: FieldErrors): ActionFailure | null => {
  if (lines === 0) return { code: 'cartEmpty' }
  if (unpriced) return { code: 'priceMissing', values: { sku: unpriced.sku } }
  return Object.keys(fields).length > 0 ? { code: 'invalidInput' } : null
}

/** Saves the cart once under its own key, which survives failures, retries and a reload of the page. */
export function usePlaceOrder(
  organizationId: string,
  channelId: string,
  { current, change, renewKey, empty }: CartState,
  onSaved: () => void,
) {
  const t = useTranslations('orders.entry')
  const { listByIds, refreshLookups } = useProductLookup(organizationId)
  const [refused, setRefused] = useState<ActionFailure | null>(null)
  const [unreadable, setUnreadable] = useState<FieldErrors>({})
  const language = useLocale()
  const [saved, setSaved] = useState<PlacedOrder | null>(null)
  const action = useAction(
    async (request: Parameters<typeof placeOrderAction>[0], input: Parameters<typeof placeOrderAction>[1]) => {
      const sent = { ...request, idempotencyKey: current().key }
      const result = await failingAs(placeOrderAction, 'orderSaveFailed')(sent, input)
      return !result.ok && result.error === 'keyReused' ? { ...result, error: 'cartAlreadySaved' as const } : result
    },
    {
      refresh: true,
      successMessage: t('saved'),
      onSuccess(order) {
        empty()
        setSaved(order)
        onSaved()
        void refreshLookups()
      },
    },
  )

  /** Prices and stock as they are now. Failing, the cart stays as it was: the server checks on saving anyway. */
  const refreshCart = async () => {
    const lineIds = current().lines.map(({ id }) => id)
    if (lineIds.length === 0) return
    const products = await listByIds(lineIds).catch(() => null)
    if (products && current() !== emptyCart) change(({ lines }) => ({ lines: refreshLines(lines, lineIds, products) }))
  }

  const save = async () => {
    const cart = current()
    const grossCents = cartTotalCents(cart.lines)
    const { terms, fields } = readTerms(cart, grossCents, language)
    for (const { id, unreadPrice } of cart.lines) {
      const parsed = unreadPrice === undefined ? null : parseMoney(unreadPrice, language)
      if (parsed && !parsed.ok) fields[`price.${id}`] = [`errors.${parsed.error}`]
    }
    const unpriced = cart.lines.find((line) => priceOf(line) === null && line.unreadPrice === undefined)
    setSaved(null)
    setUnreadable(fields)
    const refusal = refusalOf(cart.lines.length, unpriced, fields)
    setRefused(refusal)
    if (refusal) return
    const result = await action.run({
      channelId,
      status: cart.status,
      customerName: cart.customerName || null,
      note: cart.note || null,
      ...terms,
      seenTotalCents: totalOf(grossCents, terms),
      lines: cart.lines.map(({ id, quantity, agreedCents }) => ({
        productId: id,
        quantity,
        unitPriceCents: agreedCents === undefined ? null : BigInt(agreedCents),
      })),
    })
    if (!result || result.ok) return
    if (result.error === 'cartAlreadySaved') renewKey()
    await refreshCart()
  }

  const clearError = () => {
    setRefused(null)
    setUnreadable({})
    action.clearError()
  }
  return {
    save,
    refreshCart,
    saved,
    clearError,
    pending: action.pending,
    error: refused ?? action.error,
    fields: { ...action.fields, ...unreadable },
  }
}

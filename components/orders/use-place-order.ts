'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { failingAs } from '@/components/ui/failing-as'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import { placeOrderAction } from '@/lib/orders/actions'
import { cartTotalCents, emptyCart, refreshLines } from '@/lib/orders/cart'
import type { PlacedOrder } from '@/lib/orders/place-order'
import { useProductLookup } from './product-lookup'
import type { useCart } from './use-cart'

type CartState = ReturnType<typeof useCart>

/** Saves the cart once under its own key, which survives failures, retries and a reload of the page. */
export function usePlaceOrder(
  organizationId: string,
  channelId: string,
  { current, change, renewKey, empty }: CartState,
  onSaved: () => void,
) {
  const t = useTranslations('orders.entry')
  const { listByIds, forget } = useProductLookup(organizationId)
  const [refused, setRefused] = useState<ActionFailure | null>(null)
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
        void forget()
      },
    },
  )

  /** Prices and stock as they are now. Failing, the cart stays as it was: the server checks on saving anyway. */
  const refreshCart = async () => {
    const asked = current().lines.map(({ id }) => id)
    if (asked.length === 0) return
    const products = await listByIds(asked).catch(() => null)
    if (products && current() !== emptyCart) change(({ lines }) => ({ lines: refreshLines(lines, asked, products) }))
  }

  const save = async () => {
    const cart = current()
    setSaved(null)
    setRefused(cart.lines.length === 0 ? { code: 'cartEmpty' } : null)
    if (cart.lines.length === 0) return
    const result = await action.run({
      channelId,
      status: cart.status,
      customerName: cart.customerName || null,
      note: cart.note || null,
      seenTotalCents: cartTotalCents(cart.lines),
      lines: cart.lines.map(({ id, quantity }) => ({ productId: id, quantity })),
    })
    if (!result || result.ok) return
    if (result.error === 'cartAlreadySaved') renewKey()
    await refreshCart()
  }

  const clearError = () => {
    setRefused(null)
    action.clearError()
  }
  return {
    save,
    refreshCart,
    saved,
    clearError,
    pending: action.pending,
    error: refused ?? action.error,
    fields: action.fields,
  }
}

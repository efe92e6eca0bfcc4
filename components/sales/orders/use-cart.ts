'use client'

import { useSyncExternalStore } from 'react'
import { newIdempotencyKey } from '@/components/ui/use-action'
import { emptyCart, readStoredCart, type Cart } from '@/lib/sales/orders/cart'

type CartStore = { cart: Cart; listeners: Set<() => void> }

const stores = new Map<string, CartStore>()
const storageName = (organizationId: string) => `mascate.cart.${organizationId}`

function storeOf(organizationId: string): CartStore {
  let store = stores.get(organizationId)
  if (!store) {
    store = { cart: readStoredCart(readStorage(organizationId)) ?? emptyCart, listeners: new Set() }
    stores.set(organizationId, store)
  }
  return store
}

// A browser may refuse storage altogether; then the cart lives as long as the page.
function readStorage(organizationId: string): string | null {
  try {
    return sessionStorage.getItem(storageName(organizationId))
  } catch {
    return null
  }
}

function writeStorage(organizationId: string, cart: Cart) {
  try {
    if (cart === emptyCart) sessionStorage.removeItem(storageName(organizationId))
    else sessionStorage.setItem(storageName(organizationId), JSON.stringify(cart))
  } catch {}
}

/** The cart of this tab and company: it outlives leaving the page and reloading it, until it is saved or emptied. */
export function useCart(organizationId: string) {
  const subscribe = (listener: () => void) => {
    const { listeners } = storeOf(organizationId)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const cart = useSyncExternalStore(
    subscribe,
    () => storeOf(organizationId).cart,
    () => emptyCart,
  )
  const write = (next: Cart) => {
    const store = storeOf(organizationId)
    store.cart = next
    writeStorage(organizationId, next)
    for (const listener of store.listeners) listener()
  }
  return {
    cart,
    change: (update: (cart: Cart) => Partial<Cart>) => {
      const { cart: current } = storeOf(organizationId)
      write({ ...current, key: current.key || newIdempotencyKey(), ...update(current) })
    },
    /** The next save is another order, even of the same lines. */
    renewKey: () => write({ ...storeOf(organizationId).cart, key: newIdempotencyKey() }),
    empty: () => write(emptyCart),
    current: () => storeOf(organizationId).cart,
  }
}

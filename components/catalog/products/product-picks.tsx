'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { createPicks } from '@/components/ui/picks'
import type { Cents } from '@/lib/core/money'
import { productsAtOnce } from '@/lib/catalog/products/bulk-price'
import type { EditProductsInput } from '@/lib/catalog/products/schema'

export type PickedProduct = {
  id: string
  sku: string
  title: string
  version: number
  priceCents: Cents | null
  /** The cost of a kit follows its parts. */
  isKit: boolean
}
type Entries = EditProductsInput['entries']
/** A change of many products, and the way back from what of it was done. */
export type ProductEdit = { entries: Entries; undo: (changed: { id: string; version: number }[]) => Entries }

const picks = createPicks<PickedProduct>({ idOf: ({ id }) => id, max: productsAtOnce })
export const useProductPicks = picks.usePicks

export function ProductPicks({ rows, children }: { rows: PickedProduct[]; children: ReactNode }) {
  const t = useTranslations('products.bulk')
  return (
    <picks.PicksProvider rows={rows} full={t('full', { max: productsAtOnce })}>
      {children}
    </picks.PicksProvider>
  )
}

export const ProductPick = ({ id, sku }: { id: string; sku: string }) => (
  <picks.PickBox id={id} label={useTranslations('products.bulk')('one', { sku })} />
)

export const PickAllProducts = ({ shown }: { shown: 'column' | 'cards' }) => (
  <picks.PickAll shown={shown} label={useTranslations('products.bulk')('all')} />
)

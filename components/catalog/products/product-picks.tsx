'use client'

import { useTranslations } from 'next-intl'
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import toast from 'react-hot-toast'
import { Checkbox } from '@/components/ui/field'
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

type Picks = {
  picked: PickedProduct[]
  rows: PickedProduct[]
  has: (id: string) => boolean
  pick: (products: PickedProduct[], on: boolean) => void
  clear: () => void
}

const PicksContext = createContext<Picks | null>(null)

export function useProductPicks(): Picks {
  const picks = useContext(PicksContext)
  if (!picks) throw new Error('Products are picked within ProductPicks')
  return picks
}

/** A selection stays while the pages of a list change; a product in sight counts as it is now. */
export function ProductPicks({ rows, children }: { rows: PickedProduct[]; children: ReactNode }) {
  const t = useTranslations('products.bulk')
  const [chosen, setChosen] = useState<ReadonlyMap<string, PickedProduct>>(new Map())
  const picks = useMemo((): Picks => {
    const rowsById = new Map(rows.map((row) => [row.id, row]))
    return {
      picked: [...chosen.values()].map((one) => rowsById.get(one.id) ?? one),
      rows,
      has: (id) => chosen.has(id),
      pick: (products, on) => {
        const next = new Map(chosen)
        for (const product of products) {
          if (!on) next.delete(product.id)
          else if (next.size < productsAtOnce || next.has(product.id)) next.set(product.id, product)
          else toast(t('full', { max: productsAtOnce }))
        }
        setChosen(next)
      },
      clear: () => setChosen(new Map()),
    }
  }, [rows, chosen, t])
  return <PicksContext value={picks}>{children}</PicksContext>
}

export function ProductPick({ id, sku }: { id: string; sku: string }) {
  const t = useTranslations('products.bulk')
  const { rows, has, pick } = useProductPicks()
  return (
    <Checkbox
      aria-label={t('one', { sku })}
      checked={has(id)}
      onChange={({ target }) =>
        pick(
          rows.filter((row) => row.id === id),
          target.checked,
        )
      }
    />
  )
}

/** Above the column of boxes, and where the table is a list of cards above that. */
export function PickAllProducts({ shown }: { shown: 'column' | 'cards' }) {
  const t = useTranslations('products.bulk')
  const { rows, has, pick } = useProductPicks()
  const here = rows.filter(({ id }) => has(id)).length
  const isAll = rows.length > 0 && here === rows.length
  const box = { checked: isAll, indeterminate: here > 0 && !isAll, onChange: () => pick(rows, !isAll) }
  return shown === 'column' ? (
    <Checkbox {...box} aria-label={t('all')} />
  ) : (
    <div className="@container border-t border-line">
      <Checkbox {...box} label={t('all')} className="border-b border-line px-4 py-2 @xl:hidden" />
    </div>
  )
}

import type { OrderStatus } from '@/lib/sales/sales-figures/figures'

export const palettePath = '/api/palette'
export const maxSearchChars = 80
/** Fewer characters name no order and no product. */
export const fewestChars = 2

/** Switches of the browser itself. */
export const paletteSwitches = ['scheme', 'language', 'shortcuts'] as const
export type PaletteSwitch = (typeof paletteSwitches)[number]

/** A page, or something to do: where it leads, or what it switches. `words` is what it is found by, in both languages. */
export type PaletteEntry = {
  key: string
  kind: 'page' | 'action'
  label: string
  /** The part of the product that a page belongs to: some stand in two under one name. */
  about?: string
  words: string[]
} & ({ href: string } | { switches: PaletteSwitch })

export type PaletteOrder = {
  id: string
  code: string
  externalCode: string | null
  outletName: string
  status: OrderStatus
  placedAt: string
}
export type PaletteProduct = { id: string; sku: string; title: string; isArchived: boolean }
export type PaletteResults = { orders: PaletteOrder[]; products: PaletteProduct[] }

import { productsHref, type ProductFilters } from '@/lib/catalog/products/filters'

export const levelsPath = '/dashboard/minha-empresa/produtos'
export const levelSorts = ['stock', 'onHand', 'reserved', 'sku'] as const

/** The catalogue's filters, on the warehouse's page. */
export const levelsHref = (filters: ProductFilters, changes: Partial<ProductFilters> = {}) =>
  productsHref(filters, changes, levelsPath)

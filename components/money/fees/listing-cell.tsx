import { ProductPhoto } from '@/components/catalog/products/product-photo'
import { RowLink } from '@/components/ui/table'
import { productsPath } from '@/lib/catalog/products/filters'

type ListingCellProps = {
  row: {
    title: string
    variation: string | null
    sku: string | null
    productId: string | null
    photoFileId: string | null
  }
  shop: string | null
}

/** Leads to the product; a listing that no product is mapped to, to where it can be mapped. */
export function ListingCell({ row: { title, variation, sku, productId, photoFileId }, shop }: ListingCellProps) {
  const mapping = `/dashboard/minha-empresa/mapeamento-produtos?q=${encodeURIComponent(sku ?? title)}`
  return (
    <span className="flex items-center gap-3">
      <ProductPhoto fileId={photoFileId} />
      <span className="min-w-0">
        <RowLink href={productId ? `${productsPath}/${productId}` : mapping} className="line-clamp-2 font-semibold">
          {title}
        </RowLink>
        <span className="block text-xs wrap-anywhere text-ink-3">
          {[variation, sku, shop].filter((text) => text).join(' · ')}
        </span>
      </span>
    </span>
  )
}

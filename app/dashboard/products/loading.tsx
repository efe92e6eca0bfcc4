import { ListPageSkeleton } from '@/components/catalog/products/products-skeleton'

export default ListPageSkeleton

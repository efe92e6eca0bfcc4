import { ListPageSkeleton } from '@/components/products/products-skeleton'

export default ListPageSkeleton

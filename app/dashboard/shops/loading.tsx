import { ShopsSkeleton } from '@/components/shops/shops-skeleton'

export default ShopsSkeleton

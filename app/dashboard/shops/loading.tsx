import { ShopsSkeleton } from '@/components/connect/shops/shops-skeleton'

export default ShopsSkeleton

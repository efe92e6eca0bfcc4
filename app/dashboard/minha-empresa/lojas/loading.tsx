import { ShopCardsSkeleton } from '@/components/connect/shops/shops-skeleton'

export default ShopCardsSkeleton

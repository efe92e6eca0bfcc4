import { ShopCardsSkeleton } from '@/components/shops/shops-skeleton'

export default ShopCardsSkeleton

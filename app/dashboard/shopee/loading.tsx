import { MoneySkeleton } from '@/components/shopee-money/money-skeleton'

export default MoneySkeleton

import { MoneySkeleton } from '@/components/money/payouts/money-skeleton'

export default MoneySkeleton

import { DeskSkeleton } from '@/components/sales/order-list/desk-skeleton'

export default DeskSkeleton

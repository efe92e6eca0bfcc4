import { DeskSkeleton } from '@/components/orders-desk/desk-skeleton'

export default DeskSkeleton

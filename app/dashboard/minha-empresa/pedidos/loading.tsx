import { OrderListSkeleton } from '@/components/sales/order-list/order-list-skeleton'

export default OrderListSkeleton

import { HealthSkeleton } from '@/components/connect/shop-performance/health-skeleton'

export default HealthSkeleton

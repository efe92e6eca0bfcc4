import { HealthSkeleton } from '@/components/health/health-skeleton'

export default HealthSkeleton

import { AnalyticsSkeleton } from '@/components/analytics/analytics-skeleton'

export default AnalyticsSkeleton

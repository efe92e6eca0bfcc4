import { AnalyticsSkeleton } from '@/components/insight/analytics/analytics-skeleton'

export default AnalyticsSkeleton

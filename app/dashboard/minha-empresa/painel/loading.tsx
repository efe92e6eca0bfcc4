import { ResultSkeleton } from '@/components/profit/result-skeleton'

export default ResultSkeleton

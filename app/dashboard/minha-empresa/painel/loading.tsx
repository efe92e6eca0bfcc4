import { ResultSkeleton } from '@/components/money/profit/result-skeleton'

export default ResultSkeleton

import { ReconciliationSkeleton } from '@/components/money/reconciliation/reconciliation-skeleton'

export default ReconciliationSkeleton

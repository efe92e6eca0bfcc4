import { ReconciliationSkeleton } from '@/components/reconciliation/reconciliation-skeleton'

export default ReconciliationSkeleton

import { ExpensesSkeleton } from '@/components/money/expenses/expenses-skeleton'

export default ExpensesSkeleton

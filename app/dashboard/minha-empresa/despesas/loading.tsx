import { ExpensesSkeleton } from '@/components/expenses/expenses-skeleton'

export default ExpensesSkeleton

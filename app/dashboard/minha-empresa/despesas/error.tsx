'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function CompanyExpensesError(props: RouteErrorProps) {
  return <RouteError {...props} code="expensesLoadFailed" />
}

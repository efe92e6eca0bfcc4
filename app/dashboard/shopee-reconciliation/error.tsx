'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function ReconciliationError(props: RouteErrorProps) {
  return <RouteError {...props} code="reconciliationLoadFailed" />
}

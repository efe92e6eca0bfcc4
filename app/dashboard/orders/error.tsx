'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function OrdersError(props: RouteErrorProps) {
  return <RouteError {...props} code="recentOrdersLoadFailed" />
}

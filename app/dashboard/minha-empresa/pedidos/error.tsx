'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function OrderListError(props: RouteErrorProps) {
  return <RouteError {...props} code="ordersLoadFailed" />
}

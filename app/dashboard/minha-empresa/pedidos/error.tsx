'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function OrdersDeskError(props: RouteErrorProps) {
  return <RouteError {...props} code="recentOrdersLoadFailed" />
}

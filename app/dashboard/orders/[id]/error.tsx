'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function OrderError(props: RouteErrorProps) {
  return <RouteError {...props} code="orderLoadFailed" />
}

'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function WarehouseError(props: RouteErrorProps) {
  return <RouteError {...props} code="productsLoadFailed" />
}

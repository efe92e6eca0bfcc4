'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function ProductsError(props: RouteErrorProps) {
  return <RouteError {...props} code="productsLoadFailed" />
}

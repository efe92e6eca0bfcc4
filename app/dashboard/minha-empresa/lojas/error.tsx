'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function ShopsError(props: RouteErrorProps) {
  return <RouteError {...props} code="shopsLoadFailed" />
}

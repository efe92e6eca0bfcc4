'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function ProductivityError(props: RouteErrorProps) {
  return <RouteError {...props} code="productivityLoadFailed" />
}

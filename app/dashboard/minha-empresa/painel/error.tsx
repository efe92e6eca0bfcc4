'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function ResultError(props: RouteErrorProps) {
  return <RouteError {...props} code="resultLoadFailed" />
}

'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function CentralError(props: RouteErrorProps) {
  return <RouteError {...props} code="dispatchLoadFailed" />
}

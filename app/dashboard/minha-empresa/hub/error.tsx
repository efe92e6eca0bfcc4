'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function HubError(props: RouteErrorProps) {
  return <RouteError {...props} code="hubLoadFailed" />
}

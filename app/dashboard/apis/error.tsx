'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function IntegrationsError(props: RouteErrorProps) {
  return <RouteError {...props} code="integrationsLoadFailed" />
}

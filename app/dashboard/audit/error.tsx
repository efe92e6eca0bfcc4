'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function AuditError(props: RouteErrorProps) {
  return <RouteError {...props} code="auditLoadFailed" />
}

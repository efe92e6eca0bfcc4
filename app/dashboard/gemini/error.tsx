'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function AssistantError(props: RouteErrorProps) {
  return <RouteError {...props} code="assistantLoadFailed" />
}

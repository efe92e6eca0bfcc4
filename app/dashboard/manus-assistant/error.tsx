'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function AgentTasksError(props: RouteErrorProps) {
  return <RouteError {...props} code="agentTasksLoadFailed" />
}

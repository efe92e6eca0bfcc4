'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function AnalyticsError(props: RouteErrorProps) {
  return <RouteError {...props} code="analyticsLoadFailed" />
}

'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function NotificationsError(props: RouteErrorProps) {
  return <RouteError {...props} code="noticesLoadFailed" />
}

'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function ExportsError(props: RouteErrorProps) {
  return <RouteError {...props} code="exportsLoadFailed" />
}

'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function MappingError(props: RouteErrorProps) {
  return <RouteError {...props} code="mappingLoadFailed" />
}

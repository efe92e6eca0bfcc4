'use client'

import { RouteError, type RouteErrorProps } from '@/components/shell/route-error'

export default function ShopeeMoneyError(props: RouteErrorProps) {
  return <RouteError {...props} code="moneyLoadFailed" />
}

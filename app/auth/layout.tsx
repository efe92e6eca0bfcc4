import type { ReactNode } from 'react'
import { AreaMessages } from '@/components/shell/area-messages'

export default function AuthLayout({ children }: { children: ReactNode }) {
  return <AreaMessages namespaces={['auth']}>{children}</AreaMessages>
}

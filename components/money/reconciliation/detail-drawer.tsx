'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Drawer } from '@/components/ui/dialog'

/** The chosen order over the list; closed, the address names none. */
export function DetailDrawer({ children }: { children: ReactNode }) {
  const t = useTranslations('reconciliation.detail')
  const router = useRouter()
  const pathname = usePathname()
  const params = useSearchParams()
  const close = () => {
    const next = new URLSearchParams(params)
    next.delete('open')
    router.replace(next.size > 0 ? `${pathname}?${next.toString()}` : pathname, { scroll: false })
  }
  return (
    <Drawer open onClose={close} title={t('drawer')} className="sm:max-w-xl!">
      {children}
    </Drawer>
  )
}

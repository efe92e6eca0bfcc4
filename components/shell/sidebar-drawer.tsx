'use client'

import { useTranslations } from 'next-intl'
import { Drawer } from '@/components/ui/dialog'
import { BrandMark } from './brand'
import { SidebarNav, type SidebarNavProps } from './sidebar-nav'
import { useSidebar } from './sidebar-state'

export function SidebarDrawer(props: SidebarNavProps) {
  const t = useTranslations('common')
  const { drawerOpen, setDrawerOpen } = useSidebar()
  const close = () => setDrawerOpen(false)
  const closeAfterLink = (event: React.MouseEvent) => {
    if ((event.target as Element).closest('a')) close()
  }
  return (
    <Drawer
      side="left"
      open={drawerOpen}
      onClose={close}
      title={
        <span className="flex items-center gap-3 pointer-coarse:min-h-9">
          <BrandMark />
          {t('brand')}
        </span>
      }
      className="w-72! max-w-[calc(100vw-3rem)]!"
    >
      <div className="-mx-5" onClick={closeAfterLink}>
        <SidebarNav {...props} />
      </div>
    </Drawer>
  )
}

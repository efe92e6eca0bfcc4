'use client'

import { useTranslations } from 'next-intl'
import { Drawer } from '@/components/ui/dialog'
import { BrandMark } from './brand'
import { OrganizationSwitcher, type CompanyChoice } from './organization-switcher'
import { SidebarNav, type SidebarNavProps } from './sidebar-nav'
import { useSidebar } from './sidebar-state'

export type SidebarDrawerProps = SidebarNavProps & { companies: CompanyChoice[] }

export function SidebarDrawer({ companies, ...props }: SidebarDrawerProps) {
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
      <div className="-mx-5 flex flex-col gap-3" onClick={closeAfterLink}>
        <OrganizationSwitcher companies={companies} />
        <SidebarNav {...props} />
      </div>
    </Drawer>
  )
}

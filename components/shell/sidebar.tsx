'use client'

import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { classNames } from '@/components/ui/class-names'
import { BrandMark } from './brand'
import { SidebarNav, type SidebarNavProps } from './sidebar-nav'
import { useSidebar } from './sidebar-state'

const SidebarDrawer = dynamic(() => import('./sidebar-drawer').then((module) => module.SidebarDrawer))

export function Sidebar(props: SidebarNavProps) {
  const t = useTranslations('common')
  const { state, drawerOpen } = useSidebar()
  const iconsOnly = state === 'collapsed'
  return (
    <>
      <aside
        data-state={state}
        data-print="hide"
        className={classNames(
          'sticky top-0 hidden h-dvh shrink-0 flex-col overflow-x-clip overflow-y-auto border-r border-line bg-canvas transition-[width] duration-150 md:flex',
          iconsOnly ? 'w-12' : 'w-64',
        )}
      >
        <Link
          href="/dashboard"
          className={classNames(
            'flex h-14 shrink-0 items-center gap-3 font-title whitespace-nowrap text-ink no-underline',
            iconsOnly ? 'justify-center' : 'px-5 text-base',
          )}
        >
          <BrandMark />
          <span className={iconsOnly ? 'sr-only' : undefined}>{t('brand')}</span>
        </Link>
        <div className="pt-1">
          <SidebarNav {...props} iconsOnly={iconsOnly} />
        </div>
      </aside>
      {drawerOpen && <SidebarDrawer {...props} />}
    </>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import { classNames } from '@/components/ui/class-names'
import { BrandMark } from './brand'
import { OrganizationSwitcher } from './organization-switcher'
import type { SidebarDrawerProps } from './sidebar-drawer'
import { SidebarNav } from './sidebar-nav'
import { isPhone, useSidebar } from './sidebar-state'

const loadDrawer = () => import('./sidebar-drawer').then((module) => module.SidebarDrawer)
const SidebarDrawer = dynamic(loadDrawer)

export function Sidebar(props: SidebarDrawerProps) {
  const t = useTranslations('common')
  const { state, drawerOpen } = useSidebar()
  const [drawerLoaded, setDrawerLoaded] = useState(false)
  // It stays once it has come: only a dialog that closes by itself gives the focus back.
  if (drawerOpen && !drawerLoaded) setDrawerLoaded(true)
  // On a phone ahead of the first tap: the dialog gives the focus back only to what it saw focused.
  useEffect(() => {
    if (isPhone()) void loadDrawer()
  }, [])
  const iconsOnly = state === 'collapsed'
  return (
    <>
      <aside
        data-state={state}
        data-frame="sidebar"
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
        <div className="flex flex-col gap-3 pt-1">
          <OrganizationSwitcher companies={props.companies} iconsOnly={iconsOnly} />
          <SidebarNav allowed={props.allowed} companyOpen={props.companyOpen} iconsOnly={iconsOnly} />
        </div>
      </aside>
      {drawerLoaded && <SidebarDrawer {...props} />}
    </>
  )
}

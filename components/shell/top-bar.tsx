'use client'

import { Bars3Icon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { Bell } from '@/components/insight/notifications/bell'
import { PaletteButton } from '@/components/insight/palette/palette-button'
import { SandboxMark } from '@/components/connect/shops/sandbox-badge'
import { Button } from '@/components/ui/button'
import { Tooltip } from '@/components/ui/tooltip'
import { Breadcrumb } from './breadcrumb'
import { useSidebar } from './sidebar-state'
import { UserMenu, type UserMenuProps } from './user-menu'

export type TopBarProps = UserMenuProps & { isSandbox: boolean }

export function TopBar({ isSandbox, ...props }: TopBarProps) {
  const t = useTranslations('shell.sidebar')
  const { state, toggle, drawerOpen, setDrawerOpen } = useSidebar()
  return (
    <header
      data-print="hide"
      className="sticky top-0 z-30 flex h-14 items-center gap-3 border-b border-line bg-canvas px-4 md:px-6"
    >
      <Button
        variant="ghost"
        size="icon"
        aria-label={t('open')}
        aria-haspopup="dialog"
        aria-expanded={drawerOpen}
        onClick={() => setDrawerOpen(true)}
        className="-ml-1.5 md:hidden"
      >
        <Bars3Icon aria-hidden />
      </Button>
      <Tooltip
        text={`${t(state === 'expanded' ? 'collapse' : 'expand')} (Ctrl+B)`}
        describes={false}
        className="max-md:hidden"
      >
        <Button
          variant="ghost"
          size="icon"
          aria-label={t(state === 'expanded' ? 'collapse' : 'expand')}
          aria-expanded={state === 'expanded'}
          aria-keyshortcuts="Control+B Meta+B"
          onClick={toggle}
          className="-ml-2"
        >
          <PanelIcon />
        </Button>
      </Tooltip>
      <Breadcrumb />
      <div className="ml-auto flex shrink-0 items-center gap-3">
        <PaletteButton setPreferences={props.setPreferences} />
        {isSandbox && <SandboxMark />}
        <Bell />
        <UserMenu {...props} />
      </div>
    </header>
  )
}

function PanelIcon() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
      <rect x="3.5" y="4.5" width="17" height="15" rx="2.5" />
      <path d="M9.5 4.5v15" />
    </svg>
  )
}

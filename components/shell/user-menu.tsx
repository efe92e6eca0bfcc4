'use client'

import dynamic from 'next/dynamic'
import {
  ArrowRightStartOnRectangleIcon,
  CodeBracketIcon,
  Cog6ToothIcon,
  CommandLineIcon,
  BuildingOffice2Icon,
} from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { useEffect, useRef, useState } from 'react'
import { leavePage } from '@/components/identity/auth/leave-page'
import { notifyOtherTabs } from '@/components/identity/auth/session-channel'
import { Avatar } from '@/components/ui/avatar'
import { Spinner } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import type { Language } from '@/lib/core/language'
import type { ColorScheme, Theme } from '@/lib/core/theme'
import { LanguageToggle } from './language-toggle'
import { clearMembers, clearTab } from './member-storage'
import { useShortcuts } from './shortcuts'
import { SchemePicker, ThemePicker } from './theme-picker'

export type UserMenuProps = {
  email: string
  displayName: string
  organizationName: string
  avatarUrl: string | null
  theme: Theme
  scheme: ColorScheme
  showApis: boolean
  signOut: SignOut
  /** Keeps a choice on the account too, for the person's other devices. */
  setPreferences: SetPreferences
}

type Preferences = { language?: Language; theme?: Theme; colorScheme?: ColorScheme }
type SetPreferences = (preferences: Preferences) => Promise<unknown>
type SignOut = (input: Record<string, never>) => Promise<{ ok: boolean } | void>

/** A popover rather than a menu: it holds choices as well as ways on. The browser closes it on Escape and outside. */
export function UserMenu(props: UserMenuProps) {
  const t = useTranslations('shell.userMenu')
  const panel = useRef<HTMLDivElement>(null)
  // A third of a bare page would be this menu, which few pages see open.
  const [wasOpened, setWasOpened] = useState(false)
  // The browser may have opened it before this page came alive.
  useEffect(() => {
    if (panel.current?.togglePopover && panel.current.matches(':popover-open')) setWasOpened(true)
  }, [])
  const displayName = props.displayName || props.email.split('@')[0]
  return (
    <>
      <button
        type="button"
        popoverTarget="user-menu"
        aria-label={t('open', { name: displayName ?? '' })}
        className="grid size-control place-items-center rounded-full"
      >
        <Avatar src={props.avatarUrl} email={props.email} />
      </button>
      <div
        ref={panel}
        id="user-menu"
        popover="auto"
        role="group"
        aria-label={t('label')}
        onBeforeToggle={() => setWasOpened(true)}
        className="fixed inset-auto top-13 right-3 m-0 max-h-[calc(100dvh-4rem)] w-72 overflow-y-auto rounded-card border border-line bg-raised p-0 text-ink shadow-floating md:right-5"
      >
        {wasOpened && (
          <MenuContent {...props} displayName={displayName ?? ''} close={() => panel.current?.hidePopover?.()} />
        )}
      </div>
    </>
  )
}

function MenuContent({ close, ...props }: UserMenuProps & { close: () => void }) {
  const t = useTranslations('shell.userMenu')
  // This device has it already; an account that could not be reached keeps its own, and the next full load is by that.
  const keep = (preferences: Preferences) => props.setPreferences(preferences).catch(() => undefined)
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line p-4">
        <Avatar src={props.avatarUrl} email={props.email} className="size-10!" />
        <div className="min-w-0">
          <p className="truncate font-semibold">{props.displayName}</p>
          <p className="truncate text-[13px] text-ink-2">{props.email}</p>
          <p className="truncate text-[13px] text-ink-3">{props.organizationName}</p>
        </div>
      </div>
      <div className="flex flex-col gap-4 border-b border-line p-4">
        <div className="flex items-center justify-between">
          <span className="text-xs font-semibold text-ink-2">{t('language')}</span>
          <LanguageToggle onChosen={(language) => keep({ language })} />
        </div>
        <ThemePicker initial={props.theme} onChosen={(theme) => keep({ theme })} />
        <SchemePicker initial={props.scheme} onChosen={(colorScheme) => keep({ colorScheme })} />
      </div>
      <div className="flex flex-col p-1.5" onClick={close}>
        <Link href="/dashboard/settings" className={itemClass}>
          <Cog6ToothIcon aria-hidden />
          {t('settings')}
        </Link>
        <ShortcutsItem />
        {props.showApis && (
          <Link href="/dashboard/apis" className={itemClass}>
            <CodeBracketIcon aria-hidden />
            {t('apis')}
          </Link>
        )}
      </div>
      <div className="border-t border-line p-1.5">
        <NewCompanyItem className={itemClass} />
        <SignOutButton signOut={props.signOut} />
      </div>
    </>
  )
}

const itemClass =
  'flex min-h-9 w-full items-center gap-3 rounded-control px-2.5 text-left text-ink no-underline hover:bg-sunken pointer-coarse:min-h-control [&_svg]:size-[18px] [&_svg]:text-ink-2'

function ShortcutsItem() {
  const t = useTranslations('shell.userMenu')
  const { show } = useShortcuts()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={show}
      className={classNames(itemClass, 'pointer-coarse:hidden')}
    >
      <CommandLineIcon aria-hidden />
      {t('shortcuts')}
    </button>
  )
}

function SignOutButton({ signOut }: { signOut: SignOut }) {
  const t = useTranslations('shell.userMenu')
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')
  const leave = async () => {
    setState('pending')
    const result = await signOut({}).catch(() => ({ ok: false }))
    if (result?.ok === false) return setState('failed')
    clearMembers()
    clearTab()
    notifyOtherTabs('ended')
    leavePage('/auth')
  }
  return (
    <>
      <button
        type="button"
        disabled={state === 'pending'}
        aria-busy={state === 'pending'}
        onClick={() => void leave()}
        className={itemClass}
      >
        {state === 'pending' ? <Spinner /> : <ArrowRightStartOnRectangleIcon aria-hidden />}
        {t('signOut')}
      </button>
      {state === 'failed' && (
        <p role="alert" className="px-2.5 pb-1 text-[13px] text-bad">
          {t('signOutFailed')}
        </p>
      )}
    </>
  )
}

// Loaded with the first click: few ever make a second company.
const NewCompanyDialog = dynamic(() =>
  import('@/components/identity/company/new-company').then((module) => module.NewCompanyDialog),
)

/** In the user menu, where also who has one company finds it. */
function NewCompanyItem({ className }: { className: string }) {
  const t = useTranslations('company.switcher')
  const [making, setMaking] = useState(false)
  return (
    <>
      <button
        type="button"
        popoverTarget="user-menu"
        popoverTargetAction="hide"
        onClick={() => setMaking(true)}
        className={className}
      >
        <BuildingOffice2Icon aria-hidden />
        {t('new')}
      </button>
      {making && <NewCompanyDialog open onClose={() => setMaking(false)} />}
    </>
  )
}

'use client'

import { ChevronDownIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useId, useState, type ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Tooltip } from '@/components/ui/tooltip'
import { companyHub, entries, findEntryKey, type EntryKey, type Group, type NavigationEntry } from './navigation'
import { keepCompanyGroup } from './preferences'
import { entryIcons } from './sidebar-icons'

export type SidebarNavProps = { allowed: readonly EntryKey[]; companyOpen: boolean }

/** `iconsOnly` is the 3rem rail: every entry shows there, whatever the group's state. */
export function SidebarNav({ allowed, companyOpen, iconsOnly = false }: SidebarNavProps & { iconsOnly?: boolean }) {
  const t = useTranslations('shell.nav')
  const shown = (group: Group) => entries.filter((entry) => entry.group === group && allowed.includes(entry.key))
  const list = (group: Group) => <EntryList entries={shown(group)} iconsOnly={iconsOnly} />
  return (
    <nav
      aria-label={t('label')}
      className={classNames('flex flex-col pb-4', iconsOnly ? 'gap-2 px-1.5' : 'gap-5 px-3')}
    >
      {list('main')}
      {shown('company').length > 0 && (
        <CompanyGroup startsOpen={companyOpen} iconsOnly={iconsOnly}>
          {list('company')}
        </CompanyGroup>
      )}
      {shown('finance').length > 0 && (
        <div className={groupClass(iconsOnly)}>
          {!iconsOnly && <h2 className={classNames(headingClass, 'text-ink-2')}>{t('finance')}</h2>}
          {list('finance')}
        </div>
      )}
    </nav>
  )
}

const headingClass = 'px-2 py-1.5 text-[13px] font-semibold pointer-coarse:py-3'
const groupClass = (iconsOnly: boolean) => (iconsOnly ? 'border-t border-line pt-2' : undefined)

function CompanyGroup(props: { startsOpen: boolean; iconsOnly: boolean; children: ReactNode }) {
  const t = useTranslations('shell.nav')
  const id = useId()
  const [open, setOpen] = useState(props.startsOpen)
  const isHub = usePathname() === companyHub.href
  const toggle = () => {
    keepCompanyGroup(open ? 'closed' : 'open')
    setOpen(!open)
  }
  if (props.iconsOnly) return <div className={groupClass(true)}>{props.children}</div>
  return (
    <div>
      <h2 className="mb-0.5 flex items-center">
        <Link
          href={companyHub.href}
          aria-current={isHub ? 'page' : undefined}
          className={classNames(
            headingClass,
            'min-w-0 flex-1 rounded-control no-underline',
            isHub ? 'bg-accent-soft text-accent-text' : 'text-ink-2 hover:bg-sunken hover:text-ink',
          )}
        >
          {t('company')}
        </Link>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          aria-label={t(open ? 'closeCompany' : 'openCompany')}
          onClick={toggle}
          className="grid size-8 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-control"
        >
          <ChevronDownIcon aria-hidden className={classNames('size-4 transition-transform', !open && '-rotate-90')} />
        </button>
      </h2>
      <div id={id} hidden={!open}>
        {props.children}
      </div>
    </div>
  )
}

function EntryList(props: { entries: readonly NavigationEntry[]; iconsOnly: boolean }) {
  const t = useTranslations('shell.pages')
  const active = findEntryKey(usePathname())
  return (
    <ul className="flex flex-col gap-0.5">
      {props.entries.map(({ key, href }) => {
        const Icon = entryIcons[key]
        const isActive = active === key
        return (
          <li key={key}>
            <Tooltip text={t(key)} describes={false} disabled={!props.iconsOnly} side="right" className="flex!">
              <Link
                href={href}
                aria-current={isActive ? 'page' : undefined}
                className={classNames(
                  'flex h-9 min-w-0 flex-1 items-center gap-3 overflow-hidden rounded-control font-medium whitespace-nowrap no-underline pointer-coarse:h-control',
                  props.iconsOnly ? 'justify-center' : 'px-2',
                  isActive ? 'bg-accent-soft text-accent-text' : 'text-ink-2 hover:bg-sunken hover:text-ink',
                )}
              >
                <Icon aria-hidden className="size-[18px] shrink-0" />
                <span className={props.iconsOnly ? 'sr-only' : 'truncate'}>{t(key)}</span>
              </Link>
            </Tooltip>
          </li>
        )
      })}
    </ul>
  )
}

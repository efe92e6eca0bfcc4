'use client'

import { Menu as HeadlessMenu, MenuButton, MenuItem as HeadlessMenuItem, MenuItems } from '@headlessui/react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { buttonClass } from './button'
import { classNames } from './class-names'

type MenuProps = {
  /** What the button shows. With `ariaLabel` it may be an icon alone. */
  button: ReactNode
  ariaLabel?: string
  children: ReactNode
  align?: 'start' | 'end'
  /** Replaces the button's look. */
  buttonClassName?: string
  className?: string
}

export const floatingPanelClass =
  'z-50 rounded-control border border-line bg-raised p-1 shadow-floating transition duration-100 data-closed:scale-[0.98] data-closed:opacity-0 [--anchor-gap:6px] [--anchor-padding:8px]'

export function Menu({ button, ariaLabel, children, align = 'end', buttonClassName, className }: MenuProps) {
  return (
    <HeadlessMenu>
      <MenuButton aria-label={ariaLabel} className={buttonClassName ?? buttonClass({})}>
        {button}
      </MenuButton>
      <MenuItems
        transition
        modal={false}
        anchor={`bottom ${align}`}
        className={classNames(floatingPanelClass, 'min-w-44 max-w-80 focus:outline-none', className)}
      >
        {children}
      </MenuItems>
    </HeadlessMenu>
  )
}

type MenuItemProps = {
  children: ReactNode
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
} & ({ href: string; onSelect?: never } | { href?: never; onSelect: () => void })

export function MenuItem({ children, icon, danger, disabled, href, onSelect }: MenuItemProps) {
  const look = classNames(
    'flex min-h-8 w-full items-center gap-2 rounded-md px-2.5 py-1.5 text-left no-underline outline-none pointer-coarse:min-h-control',
    'data-disabled:opacity-50 data-focus:bg-sunken [&_svg]:size-[18px] [&_svg]:shrink-0',
    danger ? 'text-bad' : 'text-ink [&_svg]:text-ink-2',
  )
  return (
    <HeadlessMenuItem disabled={disabled}>
      {href === undefined ? (
        <button type="button" onClick={onSelect} className={look}>
          {icon}
          {children}
        </button>
      ) : (
        <Link href={href} className={look}>
          {icon}
          {children}
        </Link>
      )}
    </HeadlessMenuItem>
  )
}

export function MenuSeparator() {
  return <div role="separator" className="my-1 h-px bg-line" />
}

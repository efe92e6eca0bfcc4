import Link from 'next/link'
import type { ReactNode } from 'react'
import { classNames } from './class-names'

export type Tab = { href: string; label: ReactNode; count?: ReactNode; active: boolean }
type TabsProps = { label: string; tabs: Tab[]; actions?: ReactNode; className?: string }

/** Links, so that a saved view has an address. */
export function Tabs({ label, tabs, actions, className }: TabsProps) {
  return (
    <nav
      aria-label={label}
      className={classNames(
        'mb-4 flex items-center gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]',
        className,
      )}
    >
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          scroll={false}
          aria-current={tab.active ? 'page' : undefined}
          className={classNames(
            'inline-flex min-h-control shrink-0 items-center gap-1.5 border-b-2 px-2.5 font-medium whitespace-nowrap no-underline focus-visible:-outline-offset-2',
            tab.active
              ? 'border-accent-text font-semibold text-accent-text'
              : 'border-transparent text-ink-2 hover:border-line hover:text-ink',
          )}
        >
          {tab.label}
          {tab.count !== undefined && <span className="font-normal text-ink-3 tabular-nums">{tab.count}</span>}
        </Link>
      ))}
      {actions}
    </nav>
  )
}

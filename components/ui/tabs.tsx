'use client'

import Link from 'next/link'
import { useEffect, useRef, type ReactNode } from 'react'
import { classNames } from './class-names'

export type Tab = { href: string; label: ReactNode; count?: ReactNode; active: boolean }
type TabsProps = { label: string; tabs: Tab[]; actions?: ReactNode; className?: string }

const edges = classNames(
  'data-[more=end]:[mask-image:linear-gradient(to_right,black_calc(100%-40px),transparent)]',
  'data-[more=start]:[mask-image:linear-gradient(to_left,black_calc(100%-40px),transparent)]',
  'data-[more=both]:[mask-image:linear-gradient(to_right,transparent,black_40px,black_calc(100%-40px),transparent)]',
)

/** Links, so that a saved view has an address. Where they do not fit, the active one is in view and the cut edges fade. */
export function Tabs({ label, tabs, actions, className }: TabsProps) {
  const nav = useRef<HTMLElement>(null)
  const current = tabs.find(({ active }) => active)?.href
  useEffect(() => {
    if (!nav.current) return
    showActive(nav.current)
    const resized = () => nav.current && markMore(nav.current)
    // Words grow when their own letters arrive.
    void document.fonts?.ready.then(() => nav.current && showActive(nav.current))
    window.addEventListener('resize', resized)
    return () => window.removeEventListener('resize', resized)
  }, [current])
  return (
    <nav
      ref={nav}
      onScroll={({ currentTarget }) => markMore(currentTarget)}
      aria-label={label}
      className={classNames(
        'relative mb-4 flex items-center gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]',
        edges,
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

/** Moves the row alone: neither the page nor the focus. */
function showActive(nav: HTMLElement) {
  const active = nav.querySelector<HTMLElement>('[aria-current]')
  if (active) nav.scrollLeft = active.offsetLeft - (nav.clientWidth - active.offsetWidth) / 2
  markMore(nav)
}

function markMore(nav: HTMLElement) {
  const [start, end] = [nav.scrollLeft > 1, nav.scrollLeft + nav.clientWidth < nav.scrollWidth - 1]
  nav.dataset.more = start && end ? 'both' : start ? 'start' : end ? 'end' : 'none'
}

'use client'

import { CommandLineIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, type ReactNode } from 'react'
import { usePageKeys } from '@/components/shell/page-keys'
import { hasShortcuts } from '@/components/shell/shortcut-preference'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { usePicks } from './picks'

const typing = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=listbox]'

/** The rows by keyboard alone: each row's own link has the focus, so that Enter and screen readers need nothing of ours. */
export function OrderListKeys({ children, pageKey }: { children: ReactNode; pageKey: string }) {
  const area = useRef<HTMLDivElement>(null)
  const turned = useRef(false)
  const { picked, clear } = usePicks()
  const hasPicked = picked.length > 0

  useEffect(() => {
    if (!turned.current) return
    turned.current = false
    linksOf(area.current)[0]?.focus()
  }, [pageKey])

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      const isHere = target === document.body || (target !== null && area.current?.contains(target))
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isHere) return
      if (event.key.length === 1 && !hasShortcuts()) return
      // An overlay above the page has keys of its own.
      if (target.closest(typing) || document.querySelector('[aria-modal=true], :popover-open')) return
      const links = linksOf(area.current)
      const row = target.closest('tr')
      const at = links.findIndex((link) => row?.contains(link))
      if (act(event.key, { area: area.current, links, at, row, turned, clear: hasPicked ? clear : null }))
        event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [hasPicked, clear])

  return <div ref={area}>{children}</div>
}

const linksOf = (area: HTMLElement | null) => [...(area?.querySelectorAll<HTMLElement>('a[data-row-link]') ?? [])]

type Reach = {
  area: HTMLElement | null
  links: HTMLElement[]
  /** The row with the focus, or −1. */
  at: number
  row: Element | null
  turned: { current: boolean }
  clear: (() => void) | null
}

/** Whether the key meant something here. */
function act(key: string, { area, links, at, row, turned, clear }: Reach): boolean {
  const focus = (link: HTMLElement | undefined) => {
    link?.focus()
    return link !== undefined
  }
  const click = (element: HTMLElement | null | undefined) => {
    element?.click()
    return Boolean(element)
  }
  const turn = (rel: 'next' | 'prev') => {
    const link = area?.querySelector<HTMLElement>(`a[rel=${rel}]`)
    turned.current = Boolean(link)
    return click(link)
  }
  const inRows = at >= 0
  switch (key) {
    case 'j':
      return focus(links[at + 1])
    case 'k':
      return focus(at < 0 ? links.at(-1) : links[at - 1])
    case 'ArrowDown':
      return inRows && focus(links[at + 1])
    case 'ArrowUp':
      return inRows && focus(links[at - 1])
    case 'ArrowRight':
      return inRows && turn('next')
    case 'ArrowLeft':
      return inRows && turn('prev')
    case 'x':
      return inRows && click(row?.querySelector<HTMLElement>('[data-pick]'))
    case 'a':
      return inRows && click(area?.querySelector<HTMLElement>('[data-pick-all]'))
    case '/':
      return focus(area?.querySelector<HTMLElement>('[data-page-search]') ?? undefined)
    case 'Escape':
      clear?.()
      return clear !== null
    default:
      return false
  }
}

const keys = [
  ['move', ['J', 'K'], true],
  ['moveFrom', ['↓', '↑'], false],
  ['open', ['Enter'], false],
  ['page', ['→', '←'], false],
  ['pick', ['X'], true],
  ['pickAll', ['A'], true],
  ['clear', ['Esc'], false],
] as const

/** Leads to the one sheet of keys, in which the desk's own stand too. */
export function KeysHelp() {
  const t = useTranslations('orders.desk.keys')
  const { show } = useShortcuts()
  usePageKeys(keys.map(([name, pressed, single]) => ({ pressed, single, text: t(name) })))
  return (
    <Button variant="ghost" aria-haspopup="dialog" onClick={show} className="max-md:hidden! pointer-coarse:hidden!">
      <CommandLineIcon aria-hidden />
      {t('button')}
    </Button>
  )
}

'use client'

import { MagnifyingGlassIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLanguageChange } from '@/components/shell/language-toggle'
import { useOrganization } from '@/components/shell/organization-context'
import { keepColorScheme } from '@/components/shell/preferences'
import { isShortcut } from '@/components/shell/shortcut-keys'
import { useShortcuts } from '@/components/shell/shortcuts'
import type { Language } from '@/lib/core/language'
import type { PaletteSwitch } from '@/lib/insight/palette/schema'
import type { ColorScheme } from '@/lib/core/theme'

const load = () => import('./palette')
const Palette = lazy(load)

type PaletteButtonProps = {
  setPreferences: (preferences: { language?: Language; colorScheme?: ColorScheme }) => Promise<unknown>
}

/** The button and the keys; the palette itself is fetched when it is first asked for. */
export function PaletteButton({ setPreferences }: PaletteButtonProps) {
  const t = useTranslations('palette')
  const { language } = useOrganization()
  const { show } = useShortcuts()
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  // This device has it already; an account that could not be reached keeps its own.
  const keep = (preferences: Parameters<typeof setPreferences>[0]) => setPreferences(preferences).catch(() => undefined)
  const { changeTo } = useLanguageChange((chosen) => keep({ language: chosen }))

  const before = useRef<Element | null>(null)
  const open = () => {
    before.current = document.activeElement
    setState('open')
  }

  useEffect(() => {
    if (state !== 'closed') return
    // The dialog's own code may have come after the focus that it would give back.
    const frame = requestAnimationFrame(() => {
      if (before.current instanceof HTMLElement && before.current.isConnected)
        before.current.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [state])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === '/' && isShortcut(event)) {
        event.preventDefault()
        const search = [...document.querySelectorAll<HTMLElement>('[data-page-search]')].find(isShown)
        if (search) search.focus()
        else open()
        return
      }
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (state === 'open') setState('closed')
      else open()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [state])

  const onSwitch = (what: PaletteSwitch) => {
    if (what === 'shortcuts') {
      // The focus goes to the sheet, not back to where it was.
      before.current = null
      return show()
    }
    if (what === 'language') return changeTo(language === 'pt' ? 'en' : 'pt')
    const colorScheme = isDark() ? 'light' : 'dark'
    keepColorScheme(colorScheme)
    void keep({ colorScheme })
  }
  return (
    <>
      <button
        type="button"
        aria-label={t('open')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onPointerEnter={() => void load()}
        onClick={open}
        className="inline-flex size-control items-center justify-center gap-2 rounded-control text-[13px] text-ink-2 hover:bg-sunken hover:text-ink lg:w-56 lg:justify-start lg:border lg:border-line lg:bg-surface lg:px-2.5"
      >
        <MagnifyingGlassIcon aria-hidden className="size-[18px] shrink-0" />
        <span aria-hidden className="max-lg:hidden">
          {t('search')}
        </span>
        <kbd
          aria-hidden
          className="ml-auto rounded border border-line bg-sunken px-1.5 font-sans text-[11px] max-lg:hidden"
        >
          {t('keys')}
        </kbd>
      </button>
      {state !== 'unused' && (
        <Suspense fallback={null}>
          <Palette open={state === 'open'} onClose={() => setState('closed')} onSwitch={onSwitch} />
        </Suspense>
      )}
    </>
  )
}

const isShown = (element: HTMLElement) => element.checkVisibility?.() ?? true

function isDark(): boolean {
  const chosen = document.documentElement.dataset.scheme
  return chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
}

'use client'

import { MoonIcon, SunIcon } from '@heroicons/react/24/outline'
import { Button } from '@/components/ui/button'
import { keepColorScheme } from './preferences'

/** For pages without a user menu. Which icon shows is the style sheet's business, so that the server need not know. */
export function SchemeToggle({ label }: { label: string }) {
  const toggle = () => {
    const chosen = document.documentElement.dataset.scheme
    const isDark =
      chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
    keepColorScheme(isDark ? 'light' : 'dark')
  }
  return (
    <Button variant="ghost" size="icon" aria-label={label} onClick={toggle}>
      <MoonIcon aria-hidden className="dark:hidden" />
      <SunIcon aria-hidden className="hidden dark:block" />
    </Button>
  )
}

import { useSyncExternalStore } from 'react'
import type { Language } from '@/lib/core/language'
import {
  companyGroupCookie,
  languageCookie,
  schemeCookie,
  twoFactorLaterCookie,
  twoFactorLaterSeconds,
  sidebarCookie,
  sidebarCookieSeconds,
  themeCookie,
  yearInSeconds,
} from '@/lib/core/preferences'
import { findColorScheme, findTheme, type ColorScheme, type Theme } from '@/lib/core/theme'

/** The cookie lets the server render the choice in the first byte; local storage outlives it. */
function keep(name: string, value: string) {
  writeCookie(name, value, yearInSeconds)
  try {
    localStorage.setItem(name, value)
  } catch {
    // Storage may be switched off; the cookie is enough.
  }
}

function writeCookie(name: string, value: string, maxAgeSeconds: number) {
  document.cookie = `${name}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=lax`
}

export function keepLanguage(language: Language) {
  keep(languageCookie, language)
}

export function keepTheme(theme: Theme) {
  keep(themeCookie, theme)
  document.documentElement.dataset.theme = theme
  notify()
}

export function keepColorScheme(scheme: ColorScheme) {
  keep(schemeCookie, scheme)
  document.documentElement.dataset.scheme = scheme
  notify()
}

const listeners = new Set<() => void>()
const notify = () => listeners.forEach((listener) => listener())
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The page's present theme, chosen anywhere on it. */
export const useTheme = (initial: Theme): Theme =>
  useSyncExternalStore(
    subscribe,
    () => findTheme(document.documentElement.dataset.theme) ?? initial,
    () => initial,
  )

export const useColorScheme = (initial: ColorScheme): ColorScheme =>
  useSyncExternalStore(
    subscribe,
    () => findColorScheme(document.documentElement.dataset.scheme) ?? initial,
    () => initial,
  )

export function keepSidebar(state: 'expanded' | 'collapsed') {
  writeCookie(sidebarCookie, state, sidebarCookieSeconds)
}

export function postponeTwoFactor() {
  writeCookie(twoFactorLaterCookie, 'yes', twoFactorLaterSeconds)
}

export function keepCompanyGroup(state: 'open' | 'closed') {
  writeCookie(companyGroupCookie, state, sidebarCookieSeconds)
}

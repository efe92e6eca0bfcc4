import 'server-only'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { parseLanguage, type Language } from '@/lib/core/language'
import { languageCookie, schemeCookie, themeCookie } from '@/lib/core/preferences'
import {
  findColorScheme,
  findTheme,
  parseColorScheme,
  parseTheme,
  type ColorScheme,
  type Theme,
} from '@/lib/core/theme'
import { getPerson, type Person } from './member'

/** The person's choice, made on any device. Null: there is none, so this device's own holds. */
export type AccountPreferences = { language: Language | null; theme: Theme | null; colorScheme: ColorScheme | null }

export type ShownPreferences = {
  language: Language
  theme: Theme
  colorScheme: ColorScheme
  account: AccountPreferences
}

const NOTHING: AccountPreferences = { language: null, theme: null, colorScheme: null }

export const preferencesOf = (person: Person): AccountPreferences => ({
  language: person.languageChosen ? person.language : null,
  theme: findTheme(person.theme) ?? null,
  colorScheme: findColorScheme(person.colorScheme) ?? null,
})

/**
 * How this answer looks: as the account says, else the device (its cookie; the boot script makes that follow local storage).
 * The account is asked by whole documents only: what is fetched into an open page has to match that page, which the cookie does.
 */
export const getShownPreferences = cache(async (): Promise<ShownPreferences> => {
  const [jar, sent] = await Promise.all([cookies(), headers()])
  // A database that is away must not take the page's words away as well: who needs the session asks again, and fails then.
  const person = sent.get('accept')?.includes('text/html') ? await getPerson().catch(() => null) : null
  const account = person ? preferencesOf(person) : NOTHING
  return {
    language: account.language ?? parseLanguage(jar.get(languageCookie)?.value),
    theme: account.theme ?? parseTheme(jar.get(themeCookie)?.value),
    colorScheme: account.colorScheme ?? parseColorScheme(jar.get(schemeCookie)?.value),
    account,
  }
})

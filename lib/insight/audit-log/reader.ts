import 'server-only'
import { translatorIn, translatorOf } from '@/lib/core/i18n/translator'
import type { Language } from '@/lib/core/language'
import type { AllWords, AuditWords, Reader } from './words'

const words: Record<Language, AuditWords> = {
  pt: translatorIn('pt', 'audit') as unknown as AuditWords,
  en: translatorIn('en', 'audit') as unknown as AuditWords,
}

const all: Record<Language, AllWords> = {
  pt: translatorOf('pt') as unknown as AllWords,
  en: translatorOf('en') as unknown as AllWords,
}

/** For where no page is rendered: a file, an answer. */
export const readerOf = (language: Language, timeZone: string): Reader => ({
  t: words[language],
  all: all[language],
  language,
  timeZone,
})

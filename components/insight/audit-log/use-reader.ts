import { useLocale, useTranslations } from 'next-intl'
import type { AllWords, AuditWords, Reader } from '@/lib/insight/audit-log/words'

/** Keys of the trail come out of the database, so they are asked for as they are; a test holds that none is missing. */
export function useReader(timeZone: string): Reader {
  const t = useTranslations('audit') as unknown as AuditWords
  const all = useTranslations() as unknown as AllWords
  const language = useLocale()
  return { t, all, language, timeZone }
}

import { getRequestConfig } from 'next-intl/server'
import { getShownPreferences } from '@/lib/identity/auth/shown-preferences'
import { defaultTimeZone } from '@/lib/core/dates'

export default getRequestConfig(async () => {
  const { language: locale } = await getShownPreferences()
  const { default: messages } =
    locale === 'en' ? await import('@/messages/en.json') : await import('@/messages/pt-BR.json')
  return { locale, messages, timeZone: defaultTimeZone }
})

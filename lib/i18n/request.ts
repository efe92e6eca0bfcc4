import { cookies } from 'next/headers'
import { getRequestConfig } from 'next-intl/server'
import { languages } from '@/lib/language'
import { defaultTimeZone } from '@/lib/dates'
import { languageCookie } from '@/lib/preferences'

export default getRequestConfig(async () => {
  const chosen = (await cookies()).get(languageCookie)?.value
  const locale = languages.find((language) => language === chosen) ?? 'pt'
  const { default: messages } =
    locale === 'en' ? await import('@/messages/en.json') : await import('@/messages/pt-BR.json')
  return { locale, messages, timeZone: defaultTimeZone }
})

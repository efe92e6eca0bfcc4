import type { Metadata, Viewport } from 'next'
import { NextIntlClientProvider } from 'next-intl'
import { getLocale, getMessages, getTranslations } from 'next-intl/server'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { BootScript } from '@/components/shell/boot-script'
import { publicMessages } from '@/lib/i18n/client-messages'
import { locales } from '@/lib/language'
import { schemeCookie, themeCookie } from '@/lib/preferences'
import { parseColorScheme, parseTheme } from '@/lib/theme'
import './globals.css'

export async function generateMetadata(): Promise<Metadata> {
  const [t, common] = await Promise.all([getTranslations('pages'), getTranslations('common')])
  const brand = common('brand')
  return { title: { default: `${brand} · ${t('tagline')}`, template: `%s · ${brand}` }, description: t('description') }
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1 }

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [language, messages, jar, sent] = await Promise.all([getLocale(), getMessages(), cookies(), headers()])
  return (
    <html
      lang={locales[language]}
      data-theme={parseTheme(jar.get(themeCookie)?.value)}
      data-scheme={parseColorScheme(jar.get(schemeCookie)?.value)}
      suppressHydrationWarning
    >
      <body>
        <BootScript nonce={sent.get('x-nonce') ?? ''} />
        <NextIntlClientProvider messages={publicMessages(messages)}>{children}</NextIntlClientProvider>
      </body>
    </html>
  )
}

import type { Metadata, Viewport } from 'next'
import { getTimeZone, getTranslations } from 'next-intl/server'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { MessagesRoot } from '@/components/shell/added-messages'
import { AreaMessages } from '@/components/shell/area-messages'
import { BootScript } from '@/components/shell/boot-script'
import { getShownPreferences } from '@/lib/identity/auth/shown-preferences'
import { nonceHeader } from '@/lib/identity/auth/return-path'
import { everywhere } from '@/lib/core/i18n/client-messages'
import { locales } from '@/lib/core/language'
import './globals.css'

export async function generateMetadata(): Promise<Metadata> {
  const [t, common] = await Promise.all([getTranslations('pages'), getTranslations('common')])
  const brand = common('brand')
  return { title: { default: `${brand} · ${t('tagline')}`, template: `%s · ${brand}` }, description: t('description') }
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1, viewportFit: 'cover' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [{ language, theme, colorScheme, account }, timeZone, sent] = await Promise.all([
    getShownPreferences(),
    getTimeZone(),
    headers(),
  ])
  return (
    <html lang={locales[language]} data-theme={theme} data-scheme={colorScheme} suppressHydrationWarning>
      <body>
        <BootScript nonce={sent.get(nonceHeader) ?? ''} account={account} />
        <MessagesRoot locale={language} timeZone={timeZone}>
          <AreaMessages namespaces={everywhere}>{children}</AreaMessages>
        </MessagesRoot>
      </body>
    </html>
  )
}

import { getLocale, getMessages } from 'next-intl/server'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { preinitModule } from 'react-dom'
import { AddedMessages } from '@/components/shell/added-messages'
import { nonceHeader } from '@/lib/identity/auth/return-path'
import type { Namespace } from '@/lib/core/i18n/client-messages'
import { enterTexts } from '@/lib/core/i18n/text-files'

type Props = { namespaces: readonly Namespace[]; timeZone?: string; children: ReactNode }

/**
 * Gives the texts that the client components below need (lib/core/i18n/client-messages.test.ts knows which those are): by a script
 * that the browser keeps, not in each page.
 */
export async function AreaMessages({ namespaces, timeZone, children }: Props) {
  const [language, messages, sent] = await Promise.all([getLocale(), getMessages(), headers()])
  const path = enterTexts(language, messages, namespaces)
  preinitModule(path, { as: 'script', nonce: sent.get(nonceHeader) ?? undefined })
  return (
    <AddedMessages path={path} timeZone={timeZone}>
      {children}
    </AddedMessages>
  )
}

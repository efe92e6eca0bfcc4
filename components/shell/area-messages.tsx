import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AddedMessages } from '@/components/shell/added-messages'
import { pickMessages, type Namespace } from '@/lib/i18n/client-messages'

type Props = { namespaces: readonly Namespace[]; timeZone?: string; children: ReactNode }

/** Sends the texts that the client components below need. lib/i18n/client-messages.test.ts knows which those are. */
export async function AreaMessages({ namespaces, timeZone, children }: Props) {
  return (
    <AddedMessages messages={pickMessages(await getMessages(), namespaces)} timeZone={timeZone}>
      {children}
    </AddedMessages>
  )
}

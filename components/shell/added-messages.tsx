'use client'

import { NextIntlClientProvider, useLocale, useMessages, type AbstractIntlMessages } from 'next-intl'
import { use, useMemo, type ReactNode } from 'react'
import { addMessages } from '@/lib/core/i18n/client-messages'
import { textsOf } from '@/lib/core/i18n/text-register'
import type { Language } from '@/lib/core/language'

const none = {}

/** Around all of them. Its value stays the same object, or each answer of the server would render every text again. */
export const MessagesRoot = (props: { locale: Language; timeZone: string; children: ReactNode }) => (
  <NextIntlClientProvider {...props} messages={none} />
)

type Props = { path: string; timeZone?: string; children: ReactNode }

/** A provider within another takes its place: this one keeps what the outer ones gave. */
export function AddedMessages({ path, timeZone, children }: Props) {
  const outer = useMessages() as AbstractIntlMessages
  const added = use(textsOf(path))
  const sum = useMemo(() => addMessages(outer, added), [outer, added])
  return (
    <NextIntlClientProvider locale={useLocale()} messages={sum} timeZone={timeZone}>
      {children}
    </NextIntlClientProvider>
  )
}

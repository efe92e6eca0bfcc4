'use client'

import { NextIntlClientProvider, useLocale, useMessages, type AbstractIntlMessages } from 'next-intl'
import { useMemo, type ReactNode } from 'react'
import { addMessages } from '@/lib/i18n/client-messages'

type Props = { messages: AbstractIntlMessages; timeZone?: string; children: ReactNode }

/** A provider within another takes its place: this one keeps what the outer ones gave. */
export function AddedMessages({ messages, timeZone, children }: Props) {
  const outer = useMessages() as AbstractIntlMessages
  const sum = useMemo(() => addMessages(outer, messages), [outer, messages])
  return (
    <NextIntlClientProvider locale={useLocale()} messages={sum} timeZone={timeZone}>
      {children}
    </NextIntlClientProvider>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { removeEventAction } from '@/lib/insight/productivity/actions'
import { agendaHref } from '@/lib/insight/productivity/agenda'
import type { Agenda } from '@/lib/insight/productivity/views'
import { EventForm } from './event-form'
import { RecordDrawer } from './record-drawer'

export function EventDrawer({ agenda }: { agenda: Agenda }) {
  const t = useTranslations('productivity.agenda')
  const { open, people, today, frame } = agenda
  return (
    <RecordDrawer
      open={open}
      closedHref={agendaHref(frame.view, frame.day)}
      titles={{ edit: t('edit'), new: t('new') }}
      removal={({ title }) => ({
        action: removeEventAction,
        title: t('removeAsk', { title }),
        text: t('removeText'),
        done: t('removed'),
      })}
    >
      {(record, form) => <EventForm {...form} open={record} people={people} today={today} />}
    </RecordDrawer>
  )
}

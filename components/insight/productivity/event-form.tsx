'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState, type FormEvent } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { DateInput } from '@/components/ui/date-input'
import { Checkbox, Field, Input } from '@/components/ui/field'
import type { FramedForm } from '@/components/ui/draft-frame'
import { FormError } from '@/components/ui/form-error'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import type { Day } from '@/lib/core/dates'
import type { FieldErrors } from '@/lib/core/errors'
import { createEventAction, updateEventAction } from '@/lib/insight/productivity/actions'
import type { Agenda, Person } from '@/lib/insight/productivity/views'
import { PersonField } from './person-field'

type EventFormProps = FramedForm & {
  open: NonNullable<Agenda['open']>
  people: Person[]
  today: Day
}

type Draft = {
  title: string
  personId: string | null
  allDay: boolean
  startsOn: Day | null
  endsOn: Day | null
  from: string
  to: string
}

const anHourAfter = (time: string) =>
  `${String(Math.min(Number(time.slice(0, 2)) + 1, 23)).padStart(2, '0')}:${time.slice(3)}`

function draftOf(open: EventFormProps['open']): Draft {
  if ('new' in open) {
    const from = open.time ?? '09:00'
    const days = { startsOn: open.new, endsOn: open.new }
    return {
      title: '',
      personId: null,
      allDay: false,
      ...days,
      from,
      to: from === '23:00' ? '23:59' : anHourAfter(from),
    }
  }
  const { title, personId, startsOn, endsOn, times } = open
  return { title, personId, allDay: !times, startsOn, endsOn, from: times?.from ?? '09:00', to: times?.to ?? '10:00' }
}

export function EventForm({ id, open, people, today, onDirty, onPending, onDone }: EventFormProps) {
  const t = useTranslations('productivity.agenda')
  const [initial] = useState(() => draftOf(open))
  const [draft, setDraft] = useState(initial)
  const [unreadable, setUnreadable] = useState<{ error: ActionFailure; fields: FieldErrors } | null>(null)
  const creating = useAction(createEventAction, { successMessage: t('added'), onSuccess: onDone })
  const updating = useAction(updateEventAction, { successMessage: t('updated'), onSuccess: onDone })
  const saving = 'id' in open ? updating : creating
  const fields = unreadable?.fields ?? saving.fields
  const dirty = JSON.stringify(draft) !== JSON.stringify(initial)
  useEffect(() => onDirty(dirty), [dirty, onDirty])

  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { title, personId, allDay, startsOn, endsOn, from, to } = draft
    if (!startsOn || !endsOn) {
      const missing = {
        ...(!startsOn && { startsOn: ['errors.dateInvalid'] }),
        ...(!endsOn && { endsOn: ['errors.dateInvalid'] }),
      }
      return setUnreadable({ error: { code: 'invalidInput' }, fields: missing })
    }
    setUnreadable(null)
    const values = { title, personId, startsOn, endsOn, times: allDay ? null : { from, to } }
    onPending(true)
    if ('id' in open) await updating.run({ ...values, id: open.id, version: open.version })
    else await creating.run(values)
    onPending(false)
  }
  const labels = { title: t('labels.title'), startsOn: t('labels.startsOn'), endsOn: t('labels.endsOn') }
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormError
        error={unreadable?.error ?? saving.error}
        fields={fields}
        labels={{ ...labels, 'times.from': t('labels.from'), 'times.to': t('labels.to') }}
        changed={'id' in open && <WhatChanged kind="agendaEvent" id={open.id} />}
      />
      <Field label={labels.title} required error={fields.title}>
        <Input
          name="title"
          value={draft.title}
          maxLength={200}
          onChange={({ target }) => set({ title: target.value })}
        />
      </Field>
      <Checkbox label={t('allDay')} checked={draft.allDay} onChange={({ target }) => set({ allDay: target.checked })} />
      <div className="grid grid-cols-2 gap-4">
        <Field
          label={labels.startsOn}
          required
          error={fields.startsOn}
          className={draft.allDay ? 'col-span-2' : undefined}
        >
          <DateInput
            name="startsOn"
            value={draft.startsOn}
            today={today}
            onChange={(startsOn) =>
              set({ startsOn, ...(startsOn && draft.endsOn && draft.endsOn < startsOn && { endsOn: startsOn }) })
            }
          />
        </Field>
        {!draft.allDay && (
          <Field label={t('labels.from')} required error={fields['times.from']}>
            <Input name="from" type="time" value={draft.from} onChange={({ target }) => set({ from: target.value })} />
          </Field>
        )}
        <Field label={labels.endsOn} required error={fields.endsOn} className={draft.allDay ? 'col-span-2' : undefined}>
          <DateInput name="endsOn" value={draft.endsOn} today={today} onChange={(endsOn) => set({ endsOn })} />
        </Field>
        {!draft.allDay && (
          <Field label={t('labels.to')} required error={fields['times.to']}>
            <Input name="to" type="time" value={draft.to} onChange={({ target }) => set({ to: target.value })} />
          </Field>
        )}
      </div>
      <PersonField
        label={t('labels.person')}
        value={draft.personId}
        onChange={(personId) => set({ personId })}
        people={people}
      />
    </form>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState, type FormEvent } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { DateInput } from '@/components/ui/date-input'
import { Field, Input, Select, Textarea } from '@/components/ui/field'
import type { FramedForm } from '@/components/ui/draft-frame'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import type { Day } from '@/lib/core/dates'
import { createTaskAction, moveTaskAction, updateTaskAction } from '@/lib/insight/productivity/actions'
import type { Task } from '@/lib/insight/productivity/queries'
import { boardColumns, type BoardColumn } from '@/lib/insight/productivity/schema'
import type { Person } from '@/lib/insight/productivity/views'
import { PersonField } from './person-field'

type TaskFormProps = FramedForm & {
  existing: Task | null
  /** Where a new one begins. */
  column: BoardColumn
  people: Person[]
  today: Day
}

type Draft = Pick<Task, 'title' | 'assigneeId' | 'dueOn' | 'column'> & { notes: string }
const draftOf = (task: Task | null, column: BoardColumn): Draft => ({
  title: task?.title ?? '',
  notes: task?.notes ?? '',
  assigneeId: task?.assigneeId ?? null,
  dueOn: task?.dueOn ?? null,
  column: task?.column ?? column,
})

export function TaskForm({ id, existing, column, people, today, onDirty, onPending, onDone }: TaskFormProps) {
  const t = useTranslations('productivity.board')
  const [initial] = useState(() => draftOf(existing, column))
  const [draft, setDraft] = useState(initial)
  const creating = useAction(createTaskAction, { successMessage: t('added'), onSuccess: onDone })
  const updating = useAction(updateTaskAction, { successMessage: t('updated'), onSuccess: onDone })
  const moving = useAction(moveTaskAction)
  const failed = [creating, updating, moving].find(({ error }) => error)
  const fields = failed?.fields ?? {}
  const dirty = JSON.stringify(draft) !== JSON.stringify(initial)
  useEffect(() => onDirty(dirty), [dirty, onDirty])

  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { column: chosen, ...values } = draft
    onPending(true)
    if (!existing) await creating.run({ ...values, column: chosen })
    else {
      let { version } = existing
      const moved =
        chosen === existing.column
          ? null
          : await moving.run({ id: existing.id, version, column: chosen, afterId: null })
      if (moved?.ok) version = moved.data.version
      if (!moved || moved.ok) await updating.run({ ...values, id: existing.id, version })
    }
    onPending(false)
  }

  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormError
        error={failed?.error ?? null}
        fields={fields}
        labels={{ title: t('labels.title'), notes: t('labels.notes'), dueOn: t('labels.dueOn') }}
        changed={existing && <WhatChanged kind="task" id={existing.id} />}
      />
      <Field label={t('labels.title')} required error={fields.title}>
        <Input
          name="title"
          value={draft.title}
          maxLength={200}
          onChange={({ target }) => set({ title: target.value })}
        />
      </Field>
      <Field label={t('labels.notes')} optional error={fields.notes}>
        <Textarea name="notes" rows={5} value={draft.notes} onChange={({ target }) => set({ notes: target.value })} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('labels.column')}>
          <Select
            name="column"
            value={draft.column}
            onChange={({ target }) => set({ column: boardColumns.find((column) => column === target.value) })}
            options={boardColumns.map((column) => ({ value: column, label: t(`columns.${column}`) }))}
          />
        </Field>
        <Field label={t('labels.dueOn')} optional error={fields.dueOn}>
          <DateInput name="dueOn" value={draft.dueOn} today={today} onChange={(dueOn) => set({ dueOn })} />
        </Field>
      </div>
      <PersonField
        label={t('labels.assignee')}
        value={draft.assigneeId}
        onChange={(assigneeId) => set({ assigneeId })}
        people={people}
      />
    </form>
  )
}
